% exportrobot: writes a file, or returns text.
function text = writeRobot(robot, arguments)
  options = struct("OutputFileName", "", "Overwrite", false, "ExportMesh", false);
  if mod(numel(arguments), 2) == 1
    options.OutputFileName = arguments{1};
    arguments(1) = [];
  end
  options = readOptions("exportrobot", arguments, {}, options);
  text = condyle("urdf_text", robot.h);
  if ! isempty(options.OutputFileName)
    condyle("save_urdf", robot.h, options.OutputFileName, options.Overwrite);
  end
end

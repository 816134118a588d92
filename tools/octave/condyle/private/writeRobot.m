% exportrobot: writes a file, or returns text, or both.
function varargout = writeRobot(robot, arguments)
  options = struct("OutputFileName", "", "Overwrite", false, "ExportMesh", false, "RobotName", "");
  if mod(numel(arguments), 2) == 1
    options.OutputFileName = arguments{1};
    arguments(1) = [];
  end
  options = readOptions("exportrobot", arguments, options);
  to_file = ! isequal(options.OutputFileName, "");
  named = ! isequal(options.RobotName, "");
  if to_file && named
    exporter = urdfExporter(robot);
    exporter.RobotName = options.RobotName;
    writefile(exporter, "OutputFileName", options.OutputFileName, "Overwrite", options.Overwrite);
  elseif to_file
    condyle("save_urdf", robot.h, options.OutputFileName, options.Overwrite);
  end
  if nargout > 0 || ! to_file
    varargout{1} = condyle("urdf_text", robot.h);
    if named
      varargout{1} = renameRobot(varargout{1}, options.RobotName);
    end
  end
end

% Loads a robot: kind says whether source is a name, a file or a text; options come from readOptions.
function [robot, warnings] = openRobot(source, kind, options)
  options.ArgumentNames = {};
  options.ArgumentValues = {};
  if isfield(options, "Arguments")
    options.ArgumentNames = fieldnames(options.Arguments);
    options.ArgumentValues = cellfun(@asText, struct2cell(options.Arguments), "UniformOutput", false);
  end
  folder = fullfile(fileparts(fileparts(mfilename("fullpath"))), "urdf");
  [handle, warnings] = condyle("open", source, kind, options, folder);
  robot = rigidBodyTree(handle);
  if strcmp(kind, "name") # as MATLAB's robots by name, these have shapes for collisions
    condyle("collide_visuals", robot.h);
    matlabNames(robot, source);
  end
  robot.DataFormat = options.DataFormat;
  if strcmp(kind, "file")
    robot.File = make_absolute_filename(source);
  end
end

function text = asText(value)
  if ischar(value)
    text = value;
  elseif islogical(value)
    text = {"false", "true"}{value + 1};
  else
    text = sprintf("%.17g", value);
  end
end

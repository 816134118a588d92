classdef urdfExporter < handle
  % URDFEXPORTER  Write a robot as URDF, under another name where that is wanted.
  %
  %   exporter = urdfExporter(robot)
  %   writefile(exporter)
  %   writefile(exporter,"OutputFileName",file,"Overwrite",true)
  %
  %   Properties: OutputFileName, the robot's name and ".urdf" by default; RobotName; ExportMesh (false), accepted:
  %   files of meshes are named as they are, and not copied.  An existing file is an error, unless Overwrite is true. 
  %   There is no
  %   writenode: Octave has no class of XML nodes.
  %
  %   Example:
  %     >> exporter = urdfExporter(loadrobot("universalUR5e"));
  %     >> exporter.RobotName = "mine";
  %     >> exporter.OutputFileName = [tempname() ".urdf"];
  %     >> writefile(exporter)
  %     >> importrobot(exporter.OutputFileName).Name
  %     ans = mine
  %     >> delete(exporter.OutputFileName)
  %
  %   See also exportrobot, importrobot.
  properties
    OutputFileName = "";
    RobotName = "";
    ExportMesh = false;
  end
  properties (Hidden)
    Robot
  end
  methods
    function exporter = urdfExporter(robot)
      needArguments(nargin, 1, "urdfExporter(robot)");
      exporter.Robot = asRigidBodyTree(robot, "urdfExporter", "a rigidBodyTree");
      exporter.RobotName = [{"robot"}, {exporter.Robot.Name}(! isempty(exporter.Robot.Name))]{end};
      exporter.OutputFileName = [exporter.RobotName ".urdf"];
    end
    function set.OutputFileName(exporter, name)
      exporter.OutputFileName = needText("OutputFileName", name);
    end
    function set.RobotName(exporter, name)
      exporter.RobotName = needText("RobotName", name);
    end
    function writefile(exporter, varargin)
      options = readOptions("writefile", asPairs(varargin), struct("OutputFileName", exporter.OutputFileName, ...
                            "Overwrite", false, "ExportMesh", exporter.ExportMesh));
      if exist(options.OutputFileName, "file") && ! isOn(options.Overwrite, "Overwrite")
        error("condyle:io", "writefile: %s exists already; ""Overwrite"",true writes over it", options.OutputFileName);
      end
      text = renameRobot(condyle("urdf_text", exporter.Robot.h), exporter.RobotName);
      out = fopen(options.OutputFileName, "w");
      if out < 0
        error("condyle:io", "writefile: cannot write %s", options.OutputFileName);
      end
      fputs(out, text);
      if fclose(out) != 0
        error("condyle:io", "writefile: cannot write %s", options.OutputFileName);
      end
    end
  end
end

function text = needText(property, text)
  if ! ischar(text) || isempty(text)
    error("condyle:argument", "urdfExporter: %s: expected a text", property);
  end
end

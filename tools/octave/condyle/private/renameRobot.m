% URDF text with another name of the robot.
function text = renameRobot(text, name)
  name = strrep(strrep(strrep(name, "&", "&amp;"), "<", "&lt;"), """", "&quot;");
  text = regexprep(text, '(<robot [^>]*?name=)"[^"]*"', ["$1\"" strrep(name, "$", "\\$") "\""], "once");
end

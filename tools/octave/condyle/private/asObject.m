% Functions of robots are methods of rigidBodyTree.  A call with another first argument comes here: a stored robot
% becomes a robot, also in the caller's variable, whose name is returned; any other argument is an error.  Calls with
% robots come here too after "clear all", which makes Octave forget the methods of the class.
function [object, variable] = asObject(object, text, name)
  variable = "";
  if isa(object, "storedRobot")
    object = asRobot(object);
    if isvarname(text)
      variable = text;
    end
  elseif ! any(strcmp(class(object), {"rigidBodyTree", "rigidBodyJoint", "rigidBody"})) || ...
         ! any(strcmp(methods(object), name))
    if isempty(object) && isnumeric(object)
      is = "missing";
    else
      is = ["of class " class(object)];
    end
    of_bodies = any(strcmp(name, {"addVisual", "addCollision", "clearVisual", ...
                            "clearCollision", "getVisual", "addFrame", "removeFrame", "updateFrame", "frameinfo"}));
    expected = {"rigidBodyTree", "rigidBodyJoint", "rigidBody"}{1 + strcmp(name, "setFixedTransform") + 2 * of_bodies};
    error("condyle:argument", "%s: the first argument is %s; expected a %s", name, is, expected);
  end
end

% An assignment to a property makes the variable a rigidBodyTree.
function robot = subsasgn(stored, subscripts, value)
  robot = subsasgn(asRobot(stored), subscripts, value);
end

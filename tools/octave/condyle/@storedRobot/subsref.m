% An access, or a call of a method.  The caller's variable becomes a rigidBodyTree, and so do its copies among the
% caller's variables, so that the changes of a method reach the variable.
function varargout = subsref(stored, subscripts)
  robot = asRobot(stored);
  evalin("caller", "variables_of_storedRobot = whos;"); # without an assignment evalin would set ans there
  variables = evalin("caller", "variables_of_storedRobot");
  evalin("caller", "clear variables_of_storedRobot");
  for name = {variables(strcmp({variables.class}, "storedRobot")).name}
    if isCopy(stored, evalin("caller", name{1}))
      assignin("caller", name{1}, robot);
    end
  end
  if nargout > 0
    try
      [varargout{1:nargout}] = subsref(robot, subscripts);
      return;
    catch failure # Octave wants a result of robot.showdetails(), which has none
      if nargout > 1 || isempty(strfind(failure.message, "called with too many outputs"))
        rethrow(failure);
      end
    end
  end
  subsref(robot, subscripts); # the result, where there is one, is in ans
  if exist("ans", "var")
    varargout{1} = ans;
  end
end

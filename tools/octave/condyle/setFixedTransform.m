function varargout = setFixedTransform(joint = [], varargin)
  % SETFIXEDTRANSFORM  Set where a joint is on its parent.
  %
  %   setFixedTransform(joint,T)
  %   setFixedTransform(joint,[a alpha d theta],"dh")
  %   setFixedTransform(joint,[a alpha d theta],"mdh")
  %
  %   T is 4-by-4, from the joint's frame to the parent's.  "dh": Denavit-Hartenberg parameters, "mdh": modified ones
  %   (Craig); a and d in m, alpha and theta in rad.  A revolute joint ignores theta and a prismatic joint d, which are
  %   their positions.
  %
  %   Example:
  %     >> joint = rigidBodyJoint("elbow","revolute");
  %     >> setFixedTransform(joint,[0.4 0 0.1 0],"mdh");
  %     >> joint.JointToParentTransform(1:3,4)'
  %     ans =
  %        0.4000        0   0.1000
  %
  %   See also rigidBodyJoint.
  [joint, variable] = asObject(joint, inputname(1, false), "setFixedTransform");
  if ! isempty(variable)
    assignin("caller", variable, joint);
  end
  [varargout{1:nargout}] = joint.setFixedTransform(varargin{:});
end

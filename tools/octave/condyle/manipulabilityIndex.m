function index = manipulabilityIndex(robot, q, varargin)
  % MANIPULABILITYINDEX  How well a body can move from a configuration.
  %
  %   index = manipulabilityIndex(robot,configuration)
  %   index = manipulabilityIndex(robot,configuration,body)       the last body by default
  %   index = manipulabilityIndex(...,"IndexType",type,"MotionComponent",part)
  %
  %   Of several configurations, a row or a column each as DataFormat says, index has a number each, a column.  J is the
  %   geometric Jacobian, [angular; linear].
  %
  %   "yoshikawa" (default)   sqrt(det(J J')), the product of the singular values of J
  %   "inverse-condition"     the least singular value over the largest, 0 to 1
  %   "asada"                 the least over the largest of the semiaxes of the ellipsoid of inertia that the body has
  %                           as seen from outside, inv(J inv(M) J'); the robot needs masses
  %
  %   part is "combined" (default), "angular" or "linear", the rows of J that count, or six numbers, 0 for rows that do
  %   not.  A body that has fewer ways to move than there are rows has index 0 by the first two.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> manipulabilityIndex(robot,[0 -1.2 0 0 1 0]) < 1e-12     % the elbow is straight
  %     ans = 1
  %     >> index = manipulabilityIndex(robot,[0 -1.2 1.4 0 1 0; 0 -1.2 0.1 0 1 0],"tool0");
  %     >> index(1) > index(2)
  %     ans = 1
  %
  %   Source: T. Yoshikawa, Manipulability of Robotic Mechanisms, 1985; H. Asada, A Geometrical Representation of
  %   Manipulator Dynamics, 1983.
  %
  %   See also generateRobotWorkspace, geometricJacobian.
  needArguments(nargin, 2, "manipulabilityIndex(robot,configuration)");
  robot = asRigidBodyTree(robot, "manipulabilityIndex", "a rigidBodyTree");
  varargin = asPairs(varargin);
  body = [{robot.BaseName}, robot.BodyNames]{end};
  if mod(numel(varargin), 2) == 1
    body = needName("manipulabilityIndex", varargin{1});
    varargin(1) = [];
  end
  options = readOptions("manipulabilityIndex", varargin, ...
                        struct("IndexType", "yoshikawa", "MotionComponent", "combined"));
  types = {"yoshikawa", "inverse-condition", "asada"};
  if ! ischar(options.IndexType) || ! any(strcmpi(options.IndexType, types))
    error("condyle:argument", "manipulabilityIndex: IndexType: expected one of %s", strjoin(types, ", "));
  end
  J = geometricJacobian(robot, q, body)(rowsOf(options.MotionComponent), :, :);
  index = zeros(size(J, 3), 1);
  if strcmpi(options.IndexType, "asada")
    M = massMatrix(robot, q);
  end
  for k = 1:size(J, 3)
    switch lower(options.IndexType)
      case "yoshikawa"
        index(k) = sqrt(max(0, det(J(:, :, k) * J(:, :, k)')));
      case "inverse-condition"
        s = svd(J(:, :, k));
        index(k) = s(end) / s(1) * (columns(J) >= rows(J));
      otherwise
        s = sqrt(max(0, eig(J(:, :, k) * (M(:, :, k) \ J(:, :, k)')))); # semiaxes are the inverses of the inertia's
        index(k) = min(s) / max(s);
    end
  end
end

% The rows of the Jacobian that a part of the motion has.
function places = rowsOf(part)
  parts = struct("combined", 1:6, "angular", 1:3, "linear", 4:6);
  if ischar(part) && isfield(parts, lower(part))
    places = parts.(lower(part));
  elseif (isnumeric(part) || islogical(part)) && numel(part) == 6 && any(part(:)) && ...
         all(part(:) == 0 | part(:) == 1)
    places = find(part(:)');
  else
    error("condyle:argument", ["manipulabilityIndex: MotionComponent: expected ""combined"", ""angular"", ""linear"" or " ...
          "six numbers, 0 or 1, not all of them 0"]);
  end
end

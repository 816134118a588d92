% Looks for a configuration with the least sum of weights times squared violations of constraints: Levenberg-Marquardt
% steps on the manifold of configurations that hold coordinates at their limits where a step would push them out (Nocedal
% and Wright 2006, sections 10.3 and 16.7), from the guess and then from random configurations.
function [q, info] = searchConfiguration(robot, guess, constraints, p)
  sizes = condyle("sizes", robot.h)([1 2]);
  limits = condyle("limits", robot.h).position;
  if ! p.EnforceJointLimits
    limits = repmat([-Inf Inf], sizes(1), 1);
  end
  q = condyle("integrate_configuration", robot.h, guess, zeros(1, sizes(2)));
  problem = struct("robot", robot, "constraints", {constraints}, "limits", limits, "flat", sizes(1) == sizes(2), ...
                   "parameters", p, "started", time());
  best = descend(problem, within(problem, q), p.MaxIterations);
  restarts = 0;
  seed = p.Seed;
  while p.AllowRandomRestart && ! best.met && best.iterations < p.MaxIterations && time() - problem.started < p.MaxTime && ...
        restarts < 200
    restarts += 1;
    other = condyle("integrate_configuration", robot.h, condyle("random", robot.h, seed + restarts), zeros(1, sizes(2)));
    found = descend(problem, within(problem, other), p.MaxIterations - best.iterations);
    found.iterations += best.iterations;
    if found.cost < best.cost
      best = found;
    else
      best.iterations = found.iterations;
    end
  end
  best = withoutDust(problem, best);
  kinds = cellfun(@(c) c.Kind, constraints, "UniformOutput", false);
  info = struct("Iterations", best.iterations, "NumRandomRestarts", restarts, ...
                "ConstraintViolations", struct("Type", kinds, "Violation", best.violations), ...
                "ExitFlag", 1, "Status", "success");
  if ! best.met
    info.ExitFlag = 2 + 2 * (best.iterations < p.MaxIterations);
    info.Status = "best available";
  end
  q = inFormat(robot, best.q);
end

% The same configuration with 0 in place of rounding errors around it, where the constraints allow it.
function best = withoutDust(problem, best)
  clean = best.q;
  clean(abs(clean) < 1e-9) = 0;
  [~, ~, ~, violations] = costAt(problem, clean);
  if problem.flat && best.met && isMet(violations, problem.parameters)
    best.q = clean;
    best.violations = violations;
  end
end

% One descent.
function found = descend(problem, q, most)
  p = problem.parameters;
  [cost, gradient, H, violations] = costAt(problem, q);
  damping = 1e-3;
  used = 0;
  while used < most && time() - problem.started < p.MaxTime && cost > 0
    used += 1;
    free = true(size(gradient));
    if problem.flat
      tight = [q(:) <= problem.limits(:, 1), q(:) >= problem.limits(:, 2)];
      free = ! ((tight(:, 1) & gradient > 0) | (tight(:, 2) & gradient < 0));
    end
    move = zeros(size(gradient));
    scale = damping * max(diag(H)(free), 1e-3 * max([diag(H); 1e-12]));
    move(free) = -(H(free, free) + diag(scale)) \ gradient(free);
    next = within(problem, condyle("integrate_configuration", problem.robot.h, q, move));
    [lower, next_gradient, next_H, next_violations] = costAt(problem, next);
    moved = norm(condyle("configuration_difference", problem.robot.h, q, next));
    if lower < cost
      gain = (cost - lower) / cost;
      [q, cost, gradient, H, violations] = deal(next, lower, next_gradient, next_H, next_violations);
      damping = max(damping / 5, 1e-9);
      if sqrt(cost) < 1e-7 * p.SolutionTolerance || (gain < 1e-9 && ! isMet(violations, p))
        break;
      end
    else
      damping *= 4;
    end
    if damping > 1e12 || moved < p.StepTolerance
      break;
    end
  end
  found = struct("q", q, "cost", cost, "violations", {violations}, "iterations", used, "met", isMet(violations, p));
end

function met = isMet(violations, p)
  met = all(cellfun(@(v) all(abs(v) <= p.SolutionTolerance), violations));
end

% Half the weighted sum of squares, its gradient, and the Hessian of Gauss and Newton.
function [cost, gradient, H, violations] = costAt(problem, q)
  n = condyle("sizes", problem.robot.h)(2);
  cost = 0;
  gradient = zeros(n, 1);
  H = zeros(n);
  violations = cell(1, numel(problem.constraints));
  for k = 1:numel(problem.constraints)
    [e, J, weights] = evaluate(problem.constraints{k}, problem.robot, q);
    violations{k} = e(:)' .* (weights(:)' > 0);
    cost += 0.5 * sum(weights .* e .^ 2);
    gradient += J' * (weights .* e);
    H += J' * (weights .* J);
  end
end

% The configuration within the limits.
function q = within(problem, q)
  if problem.flat
    shape = size(q);
    q = reshape(min(max(q(:), problem.limits(:, 1)), problem.limits(:, 2)), shape);
  elseif problem.parameters.EnforceJointLimits
    q = condyle("clamp_configuration", problem.robot.h, q);
  end
end

% The numbers of a configuration in the robot's data format.
function q = inFormat(robot, numbers)
  q = numbers;
  if strcmp(robot.DataFormat, "struct")
    q = homeConfiguration(robot);
    place = 0;
    for k = 1:numel(q)
      count = numel(q(k).JointPosition);
      q(k).JointPosition = reshape(numbers(place + (1:count)), size(q(k).JointPosition));
      place += count;
    end
  end
end

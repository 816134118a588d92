% Evaluates piecewise polynomials (mkpp) and as many derivatives as are asked for at times T.  Before the first and
% after the last piece the position is constant.
function varargout = evaluatePieces(pp, t)
  if ! isnumeric(t) || ! isreal(t) || any(isnan(t(:)))
    error("condyle:argument", "expected the times of samples, real numbers");
  end
  inside = t >= pp.breaks(1) & t <= pp.breaks(end);
  held = min(max(t(:)', pp.breaks(1)), pp.breaks(end));
  for i = 1:nargout
    value = ppval(pp, held);
    varargout{i} = reshape(value, pp.dim, numel(held));
    if i > 1
      varargout{i}(:, ! inside) = 0;
    end
    if i < nargout
      pp = ppder(pp);
    end
  end
end

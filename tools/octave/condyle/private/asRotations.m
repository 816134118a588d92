% Returns a transform whose rotation is made orthogonal: scripts have rotations with four decimals.  The nearest
% rotation is taken where the lengths of its axes are off by a hundredth at most, with a warning where they are off by
% more than 1e-9; a matrix farther off is returned as it is, and refused by the library.
function T = asRotations(T)
  if any(strcmp(class(T), {"se3", "so3"}))
    T = tform(T);
  end
  if ! isnumeric(T) || ! isreal(T) || ! isequal(size(T), [4 4]) || ! all(isfinite(T(:)))
    return;
  end
  T = double(T);
  [U, S, V] = svd(T(1:3, 1:3));
  off = max(abs(diag(S) - 1));
  if off > 1e-2 || det(U) * det(V) < 0
    return;
  end
  if off > 1e-9
    warning("condyle:rotation", "setFixedTransform: the rotation is off by %.1e from orthogonal: the nearest one is taken", off);
    T(1:3, 1:3) = U * V';
  end
end

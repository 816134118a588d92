function C = pagemtimes(A, varargin)
  % PAGEMTIMES  Products of the pages of arrays.
  %
  %   C = pagemtimes(A,B)
  %   C = pagemtimes(A,kindA,B,kindB)   kinds "none", "transpose" or "ctranspose"
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> turned = pagemtimes(eul2rotm([pi/2 0 0; pi 0 0]),[1; 0; 0]);
  %     >> round(squeeze(turned))
  %     ans =
  %
  %        0  -1
  %        1   0
  %        0   0
  if ! any(nargin == [2 4])
    print_usage();
  end
  B = varargin{end - (nargin == 4)};
  if nargin == 4
    A = turned(A, varargin{1});
    B = turned(B, varargin{3});
  end
  outer = size(zeros([1, 1, size(A)(3:end)]) + zeros([1, 1, size(B)(3:end)]))(3:end);
  A = A + zeros([1, 1, outer]);
  B = B + zeros([1, 1, outer]);
  C = zeros([size(A, 1), size(B, 2), outer]);
  for k = 1:prod(outer)
    C(:, :, k) = A(:, :, k) * B(:, :, k);
  end
end

function X = turned(X, kind)
  switch lower(kind)
    case "transpose"
      X = permute(X, [2, 1, 3:ndims(X)]);
    case "ctranspose"
      X = conj(permute(X, [2, 1, 3:ndims(X)]));
    case "none"
    otherwise
      error("condyle:argument", "pagemtimes: expected ""none"", ""transpose"" or ""ctranspose""");
  end
end

function joined = append(varargin)
  % APPEND  Texts one behind the other.
  %
  %   joined = append(text1,text2,...)
  %
  %   Texts, or cell arrays of texts of one size, whose elements are joined; spaces at the ends stay.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> append("joint_","1")
  %     ans = joint_1
  %     >> append({"left","right"},"_arm")
  %     ans =
  %     {
  %       [1,1] = left_arm
  %       [1,2] = right_arm
  %     }
  if nargin < 1
    print_usage();
  end
  if all(cellfun(@ischar, varargin))
    joined = [varargin{:}];
    return;
  end
  joined = "";
  for i = 1:nargin
    one = varargin{i};
    if ! ischar(one) && ! iscellstr(one)
      error("condyle:argument", "append: expected texts");
    end
    if ischar(joined) && ischar(one)
      joined = [joined one];
    else
      joined = cellfun(@(a, b) [a b], cellstrOf(joined, one), cellstrOf(one, joined), "UniformOutput", false);
    end
  end
end

% A text repeated to the size of the other argument.
function texts = cellstrOf(one, other)
  texts = one;
  if ischar(one)
    texts = repmat({one}, size(other));
  end
end

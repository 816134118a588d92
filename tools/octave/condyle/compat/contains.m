function found = contains(text, patterns, varargin)
  % CONTAINS  Whether texts contain a pattern.
  %
  %   found = contains(text,patterns)
  %   found = contains(text,patterns,"IgnoreCase",true)
  %
  %   text and patterns are a text or a cell array of texts; found has the size of text.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> contains({"left_arm","right_arm","head"},"arm")
  %     ans =
  %
  %       1  1  0
  if nargin < 2
    print_usage();
  end
  ignore = false;
  if numel(varargin) == 2 && ischar(varargin{1}) && strcmpi(varargin{1}, "IgnoreCase")
    ignore = logical(varargin{2});
  elseif ! isempty(varargin)
    error("condyle:argument", "contains: expected ""IgnoreCase"" and true or false");
  end
  texts = cellstr(text);
  patterns = cellstr(patterns);
  if ignore
    texts = lower(texts);
    patterns = lower(patterns);
  end
  found = false(size(texts));
  for i = 1:numel(patterns)
    found |= cellfun(@(one) isempty(patterns{i}) || ! isempty(strfind(one, patterns{i})), texts);
  end
end

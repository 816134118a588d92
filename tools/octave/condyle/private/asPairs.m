% Turns Name=Value among ARGUMENTS, which are the last ones of the function that calls this one, into "Name",Value.  In
% Octave Name=Value in a call is an assignment, whose text inputname() gives.  Texts are counted from the end, because
% an argument list{:} in front of them has one text and any number of values.
function arguments = asPairs(arguments)
  texts = {};
  do
    texts{end + 1} = evalin("caller", sprintf("inputname(%d, false)", numel(texts) + 1));
  until isempty(texts{end})
  shift = numel(arguments) - numel(texts) + 1;
  for i = numel(arguments):-1:max(1, shift + 1)
    name = regexp(texts{i - shift}, '^([A-Za-z]\w*) = ', "tokens", "once");
    if ! isempty(name)
      arguments = [arguments(1:i - 1), name, arguments(i:end)];
    end
  end
end

function writematrix(numbers, file, varargin)
  % WRITEMATRIX  Write numbers to a text file.
  %
  %   writematrix(numbers,file)
  %   writematrix(numbers,file,"Delimiter",",")
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> file = [tempname() ".csv"];
  %     >> writematrix([1 2; 3 4],file)
  %     >> fileread(file)
  %     ans = 1,2
  %     3,4
  %
  %     >> delete(file)
  if nargin < 2
    file = [inputname(1) ".txt"];
  end
  place = find(strcmpi(varargin(1:2:end), "Delimiter"), 1);
  delimiter = ",";
  if ! isempty(place)
    delimiter = strrep(varargin{2 * place}, "tab", "\t");
  end
  dlmwrite(file, numbers, "delimiter", delimiter, "precision", "%.15g");
end

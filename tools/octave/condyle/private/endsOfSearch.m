% What ends a search, for the mex file, of the parameters `p` of a solver whose beginning are those of `standard`: a
% tolerance that is as it began ends nothing, so that a search goes on as far as the C library's does.
function ends = endsOfSearch(p, standard)
  ends = [p.MaxTime, 0, 0, 0, 0, 1];
  names = {"StepTolerance", "GradientTolerance", "ErrorChangeTolerance", "DampingBias"};
  for k = 1:numel(names)
    if isfield(p, names{k}) && ! isequal(p.(names{k}), standard.(names{k}))
      needNumbers(names{k}, p.(names{k}), 1, 0);
      ends(k + 1) = p.(names{k});
    end
  end
  if isfield(p, "UseErrorDamping")
    ends(6) = logical(p.UseErrorDamping);
  end
end

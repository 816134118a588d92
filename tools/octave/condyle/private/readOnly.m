% Fails because a property cannot be assigned to; REMEDY says how to change what it shows.
function readOnly(property, remedy)
  error("condyle:argument", "%s is read-only: %s", property, remedy);
end

% "on", true and 1 are on; "off", false and 0 are off.
function on = isOn(value, name)
  on = isequal(value, true) || strcmpi(value, "on");
  if ! on && ! isequal(value, false) && ! strcmpi(value, "off")
    error("condyle:argument", "%s: expected ""on"" or ""off""", name);
  end
end

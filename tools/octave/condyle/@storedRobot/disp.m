function disp(stored)
  if strcmp(stored.Kind, "name")
    printf("  stored robot: %s\n", stored.Source);
  else
    printf("  stored robot: %d characters of URDF\n", numel(stored.Source));
  end
end

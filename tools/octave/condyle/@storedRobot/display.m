function display(stored)
  printf("%s =\n\n", inputname(1));
  disp(stored);
  printf("\n");
end

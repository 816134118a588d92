% Writes exampleRobots.mat: each bundled robot as a variable of its name.
names = condyle("robots");
for i = 1:numel(names)
  robots.(names{i}) = storedRobot(names{i});
end
save("-binary", argv(){end}, "-struct", "robots");

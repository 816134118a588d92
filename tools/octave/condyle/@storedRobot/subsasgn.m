% An assignment to a property makes the variable a rigidBodyTree.
function robot = subsasgn(stored, subscripts, value)
  robot = subsasgn(rigidBodyTree(struct(stored)), subscripts, value);
end

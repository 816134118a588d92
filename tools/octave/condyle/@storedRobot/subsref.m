function varargout = subsref(stored, subscripts)
  [varargout{1:max(nargout, 1)}] = subsref(rigidBodyTree(struct(stored)), subscripts);
end

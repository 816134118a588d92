classdef graphicsObject
  % GRAPHICSOBJECT  What has been drawn, with properties by name as MATLAB's graphics objects have them.
  %
  %   [axes,drawn] = show(collisionObject)    drawn is one
  %   drawn.FaceColor = [1 0 0]               sets a property; drawn.FaceColor reads it
  %   set(drawn,Name,Value), get(drawn,Name)  the same
  %   delete(drawn)                           removes it from the plot
  %   double(drawn)                           Octave's handle, a number
  %   drawn(k)                                the k-th of several
  %
  %   Example:
  %     >> [~,drawn] = show(collisionBox(1,1,1));
  %     >> drawn.FaceColor = [1 0 0];
  %     >> drawn.FaceColor
  %     ans =
  %
  %        1   0   0
  %
  %   See also showCollisionArray, collisionBox.
  properties (Hidden)
    H
  end
  methods
    function object = graphicsObject(handles)
      needArguments(nargin, 1, "graphicsObject(handles)");
      object.H = handles;
    end
    function handles = double(object)
      handles = object.H;
    end
    function varargout = set(object, varargin)
      for k = 2:2:numel(varargin)
        varargin{k} = colorNumbers(varargin{k - 1}, varargin{k});
      end
      [varargout{1:nargout}] = builtin("set", object.H, varargin{:});
    end
    function value = get(object, varargin)
      value = builtin("get", object.H, varargin{:});
    end
    function delete(object)
      builtin("delete", object.H(ishghandle(object.H)));
    end
    function valid = isvalid(object)
      valid = ishghandle(object.H);
    end
    function varargout = subsref(object, places)
      switch places(1).type
        case "()"
          value = graphicsObject(object.H(places(1).subs{:}));
        case "."
          name = places(1).subs;
          if any(strcmp(name, {"H", "set", "get", "delete", "isvalid", "double"}))
            [varargout{1:nargout}] = builtin("subsref", object, places);
            return;
          end
          value = builtin("get", object.H, name);
        otherwise
          error("condyle:argument", "graphicsObject: expected object.Name or object(k)");
      end
      if numel(places) > 1
        value = subsref(value, places(2:end));
      end
      varargout = {value};
    end
    function object = subsasgn(object, places, value)
      if strcmp(places(1).type, ".") && strcmp(places(1).subs, "H")
        object = builtin("subsasgn", object, places, value);
      elseif strcmp(places(1).type, ".")
        if numel(places) > 1
          value = subsasgn(builtin("get", object.H, places(1).subs), places(2:end), value);
        end
        set(object, places(1).subs, value);
      elseif strcmp(places(1).type, "()") && numel(places) > 1
        subsasgn(graphicsObject(object.H(places(1).subs{:})), places(2:end), value);
      else
        error("condyle:argument", "graphicsObject: expected object.Name = value or object(k).Name = value");
      end
    end
  end
end

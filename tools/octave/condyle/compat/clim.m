function varargout = clim(varargin)
  % CLIM  The limits of colors: the name that caxis has since 2022.
  %
  %   clim(limits), clim(axes,limits), limits = clim()
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> imagesc([1 2; 3 4]);
  %     >> clim([0 10])
  %     >> clim()
  %     ans =
  %
  %         0   10
  [varargout{1:nargout}] = caxis(varargin{:});
end

classdef polynomialTrajectory < sampledTrajectory
  % POLYNOMIALTRAJECTORY  A motion in space from piecewise polynomials, sample after sample.
  %
  %   trajectory = polynomialTrajectory(pp)
  %   trajectory = polynomialTrajectory(pp,Name,Value)
  %   [position,orientation,velocity,acceleration,turnRate] = trajectory()
  %
  %   pp are the pieces of x, y and z that minjerkpolytraj, minsnappolytraj, cubicpolytraj, quinticpolytraj or mkpp
  %   give; their breaks are the way points.  Properties and methods are those of sampledTrajectory.
  %
  %   Example:
  %     >> [~,~,~,~,pp] = minjerkpolytraj([0 20 20; 0 0 5; 0 5 10],[0 7.5 15],100);
  %     >> trajectory = polynomialTrajectory(pp,"SampleRate",100);
  %     >> lookupPose(trajectory,[0 7.5 15])
  %     ans =
  %
  %         0    0    0
  %        20    0    5
  %        20    5   10
  %
  %   See also sampledTrajectory, waypointTrajectory, minsnappolytraj.
  methods
    function trajectory = polynomialTrajectory(pieces, varargin)
      if nargin > 0
        begin(trajectory, pieces, asPairs(varargin));
      end
    end
  end
end

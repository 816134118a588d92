classdef VideoWriter < handle
  % VIDEOWRITER  Write frames into an AVI file without compression.
  %
  %   video = VideoWriter(file)              file.avi
  %   video = VideoWriter(file,profile)      the profile is accepted; there is one, and the ending is .avi
  %   video.FrameRate = 30                   before open
  %   open(video), writeVideo(video,frame), close(video)
  %
  %   frame is what getframe gives, or an image of height-by-width-by-3 numbers: uint8, or from 0 to 1.  All have the
  %   size of the first.
  %
  %   For scripts written for MATLAB; a class of this name in another package comes first.
  %
  %   Example:
  %     >> file = [tempname() ".avi"];
  %     >> video = VideoWriter(file);
  %     >> video.FrameRate = 10;
  %     >> open(video)
  %     >> writeVideo(video,zeros(8,16,3,"uint8"))
  %     >> close(video)
  %     >> isfile(file)
  %     ans = 1
  %     >> delete(file)
  properties
    FrameRate = 30;
    Quality = 75;
  end
  properties (SetAccess = private)
    Filename
    Path
    FrameCount = 0;
    Width = [];
    Height = [];
  end
  properties (Hidden)
    Out = -1;
  end
  methods
    function video = VideoWriter(file, profile = "Uncompressed AVI")
      [folder, name, extension] = fileparts(file);
      if ! isempty(extension) && ! strcmpi(extension, ".avi")
        warning("condyle:video", "VideoWriter: %s%s becomes an AVI file, %s.avi", name, extension, name);
      end
      if isempty(folder)
        folder = pwd();
      end
      video.Path = folder;
      video.Filename = [name ".avi"];
    end
    function open(video)
      if video.Out < 0
        video.Out = fopen(fullfile(video.Path, video.Filename), "w+", "ieee-le");
        if video.Out < 0
          error("condyle:io", "VideoWriter: %s cannot be written", fullfile(video.Path, video.Filename));
        end
        video.FrameCount = 0; # the file is new, also where there was one before
      end
    end
    function writeVideo(video, frames)
      if video.Out < 0
        error("condyle:argument", "writeVideo: open(video) first");
      end
      if ! isstruct(frames)
        frames = struct("cdata", {frames});
      end
      for frame = frames(:)'
        writeFrame(video, frame.cdata);
      end
    end
    function close(video)
      if video.Out >= 0
        if video.FrameCount > 0
          writeIndex(video);
        end
        fclose(video.Out);
        video.Out = -1;
      end
    end
    function delete(video)
      close(video);
    end
  end
  methods (Hidden)
    function writeFrame(video, image)
      if ! isinteger(image)
        image = uint8(255 * image);
      end
      if size(image, 3) == 1
        image = repmat(image, 1, 1, 3);
      end
      if video.FrameCount == 0
        [video.Height, video.Width, ~] = size(image);
        writeHead(video);
      elseif ! isequal([rows(image), columns(image)], [video.Height, video.Width])
        error("condyle:argument", "writeVideo: expected a frame of %d-by-%d pixels, not %d-by-%d", video.Height, ...
              video.Width, rows(image), columns(image));
      end
      % Rows from below, each of blue, green and red filled up to four bytes.
      lines = reshape(permute(image(end:-1:1, :, 3:-1:1), [3 2 1]), 3 * video.Width, video.Height);
      lines(rowBytes(video), end) = 0;
      writeWords(video, "00db", numel(lines));
      fwrite(video.Out, lines, "uint8");
      video.FrameCount += 1;
    end
    function bytes = rowBytes(video)
      bytes = 4 * ceil(3 * video.Width / 4);
    end
    function writeHead(video)
      % The head of 224 bytes; sizes that depend on the number of frames are written again at the end.
      frewind(video.Out);
      size = rowBytes(video) * video.Height;
      n = video.FrameCount;
      writeWords(video, "RIFF", 216 + n * (24 + size) + 8 * (n > 0), "AVI LIST", 192, "hdrlavih", 56, ...
                 [round(1e6 / video.FrameRate), 0, 0, 16, n, 0, 1, size, video.Width, video.Height, 0, 0, 0, 0], ...
                 "LIST", 116, "strlstrh", 56, "vidsDIB ", ...
                 [0, 0, 0, 1000, round(1000 * video.FrameRate), 0, n, size, 2 ^ 32 - 1, 0, 0], ...
                 video.Width + 65536 * video.Height, "strf", 40, ...
                 [40, video.Width, video.Height, 1 + 24 * 65536, 0, size, 0, 0, 0, 0], ...
                 "LIST", 4 + n * (8 + size), "movi");
    end
    function writeIndex(video)
      size = rowBytes(video) * video.Height;
      writeWords(video, "idx1", 16 * video.FrameCount);
      for k = 1:video.FrameCount
        writeWords(video, "00db", [16, 4 + (k - 1) * (8 + size), size]);
      end
      writeHead(video);
    end
    function writeWords(video, varargin)
      % Letters, and numbers of four bytes.
      for word = varargin
        fwrite(video.Out, word{1}, {"uint32", "uchar"}{1 + ischar(word{1})});
      end
    end
  end
end

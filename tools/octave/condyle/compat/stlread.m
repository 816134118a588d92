function mesh = stlread(file)
  % STLREAD  The triangles of an STL file, of text or binary.
  %
  %   mesh = stlread(file)     a triangulation: mesh.Points, n-by-3, and mesh.ConnectivityList, m-by-3
  %
  %   Corners of the same coordinates are one point.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> file = [tempname() ".stl"];
  %     >> fid = fopen(file,"w");
  %     >> fprintf(fid,"solid\nfacet normal 0 0 1\nouter loop\n");
  %     >> fprintf(fid,"vertex %d %d 0\n",[0 1 0; 0 0 1]);
  %     >> fprintf(fid,"endloop\nendfacet\nendsolid\n");
  %     >> fclose(fid);
  %     >> mesh = stlread(file);
  %     >> mesh.Points
  %     ans =
  %
  %        0   0   0
  %        0   1   0
  %        1   0   0
  %
  %     >> delete(file)
  if nargin != 1
    print_usage();
  end
  if ! ischar(file) || ! exist(file, "file")
    error("condyle:io", "stlread: there is no file '%s'", char(file));
  end
  [corners, faces] = condyle("mesh", make_absolute_filename(file), "");
  [points, ~, place] = unique(corners', "rows");
  mesh = triangulation(reshape(place(faces'), [], 3), points);
end

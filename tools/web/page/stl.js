// Meshes as bytes of STL, by which the core takes them.

const HEAD = 84;
const TRIANGLE = 50;

/** The bytes of binary STL of a mesh, {vertices, triangles}; normals are left 0, which readers find themselves. */
export function stlOf({vertices, triangles}) {
  const count = triangles.length / 3;
  const bytes = new Uint8Array(HEAD + TRIANGLE * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(HEAD - 4, count, true);
  triangles.forEach((vertex, i) => {
    const from = HEAD + TRIANGLE * Math.floor(i / 3) + 12 + 12 * (i % 3);
    [0, 1, 2].forEach(k => view.setFloat32(from + 4 * k, vertices[3 * vertex + k], true));
  });
  return bytes;
}

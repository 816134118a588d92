// Notes of what a page does not show.

/** Tells whether a note is about a mesh that could not be read. */
export function isLostMesh(note) {
  return note.startsWith('a mesh cannot be shown');
}

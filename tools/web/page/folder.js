// The files that the core may read: a folder in memory, as system calls of WASI.  Nothing in it is ever changed.

const [BAD_FILE, INVALID, NO_ENTRY, NOT_A_FOLDER, READ_ONLY] = [8, 28, 44, 54, 69]; /* WASI's errors */
const [FOLDER, FILE] = [3, 4]; /* WASI's types of files */
const ROOT = 3; /* the descriptor of the folder "/" */
const RIGHTS = 0x1fffffffn;
const [CREATE, MUST_BE_FOLDER, TRUNCATE] = [1, 2, 8];

/** The parts of a path, without . and .. in it. */
function partsOf(path) {
  const parts = [];
  for (const part of path.split('/')) {
    if (part === '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  return parts;
}

export class Folder {
  constructor() {
    this.set([]);
  }

  /** Holds these files, {path, bytes}, and no others. */
  set(files) {
    this.root = new Map();
    this.opened = new Map([[ROOT, {node: this.root, place: 0}]]);
    for (const {path, bytes} of files) {
      const parts = partsOf(path);
      let folder = this.root;
      for (const part of parts.slice(0, -1)) {
        folder = folder.get(part) instanceof Map ? folder.get(part) : folder.set(part, new Map()).get(part);
      }
      folder.set(parts.at(-1), bytes);
    }
  }

  /** What lies at a path: a Map is a folder, bytes are a file. */
  find(path) {
    return partsOf(path).reduce((node, part) => node instanceof Map ? node.get(part) : undefined, this.root);
  }

  open(node) {
    let descriptor = ROOT + 1;
    while (this.opened.has(descriptor)) {
      descriptor++;
    }
    this.opened.set(descriptor, {node, place: 0});
    return descriptor;
  }

  /** The system calls over this folder, with the memory that memory() returns. */
  calls(memory) {
    const view = () => new DataView(memory().buffer);
    const textAt = (from, length) => new TextDecoder().decode(new Uint8Array(memory().buffer, from, length));
    const number = (at, value) => {
      view().setUint32(at, value, true);
      return 0;
    };
    const facts = (at, node) => {
      new Uint8Array(memory().buffer, at, 64).fill(0);
      view().setUint8(at + 16, node instanceof Map ? FOLDER : FILE);
      view().setBigUint64(at + 24, 1n, true);
      view().setBigUint64(at + 32, BigInt(node instanceof Map ? 0 : node.length), true);
      return 0;
    };
    const withOpened = (descriptor, act) => this.opened.has(descriptor) ? act(this.opened.get(descriptor)) : BAD_FILE;
    const withPath = (from, length, act) => {
      const node = this.find(textAt(from, length));
      return node === undefined ? NO_ENTRY : act(node);
    };
    return {
      fd_prestat_get: (descriptor, at) => descriptor === ROOT ? number(at, 0) || number(at + 4, 1) : BAD_FILE,
      fd_prestat_dir_name: (descriptor, at) => {
        new Uint8Array(memory().buffer)[at] = '/'.charCodeAt(0);
        return 0;
      },
      fd_fdstat_get: (descriptor, at) => withOpened(descriptor, ({node}) => {
        new Uint8Array(memory().buffer, at, 24).fill(0);
        view().setUint8(at, node instanceof Map ? FOLDER : FILE);
        view().setBigUint64(at + 8, RIGHTS, true);
        view().setBigUint64(at + 16, RIGHTS, true);
        return 0;
      }),
      fd_filestat_get: (descriptor, at) => withOpened(descriptor, ({node}) => facts(at, node)),
      path_filestat_get: (descriptor, flags, from, length, at) => withPath(from, length, node => facts(at, node)),
      path_readlink: (descriptor, from, length) => withPath(from, length, () => INVALID),
      path_open: (descriptor, flags, from, length, how, rights, inherited, state, at) => {
        if (how & (CREATE | TRUNCATE)) {
          return READ_ONLY;
        }
        return withPath(from, length, node => how & MUST_BE_FOLDER && !(node instanceof Map) ? NOT_A_FOLDER :
          number(at, this.open(node)));
      },
      fd_close: descriptor => this.opened.delete(descriptor) ? 0 : BAD_FILE,
      fd_read: (descriptor, parts, count, at) => withOpened(descriptor, file => {
        let size = 0;
        for (let i = 0; i < count && file.node instanceof Uint8Array; i++) {
          const [to, length] = [0, 4].map(offset => view().getUint32(parts + 8 * i + offset, true));
          const piece = file.node.subarray(file.place, file.place + length);
          new Uint8Array(memory().buffer, to, piece.length).set(piece);
          file.place += piece.length;
          size += piece.length;
        }
        return number(at, size);
      }),
      fd_readdir: (descriptor, to, room, cookie, at) => withOpened(descriptor, ({node}) => {
        const bytes = new Uint8Array(room); /* what does not fit is cut, and asked for again */
        let used = 0;
        [...node].slice(Number(cookie)).forEach(([name, entry], i) => {
          const text = new TextEncoder().encode(name);
          const item = new Uint8Array(24 + text.length);
          const fields = new DataView(item.buffer);
          fields.setBigUint64(0, cookie + BigInt(i) + 1n, true);
          fields.setUint32(16, text.length, true);
          fields.setUint8(20, entry instanceof Map ? FOLDER : FILE);
          item.set(text, 24);
          const fitting = item.subarray(0, room - used);
          bytes.set(fitting, used);
          used += fitting.length;
        });
        new Uint8Array(memory().buffer, to, room).set(bytes);
        return number(at, used);
      }),
    };
  }
}

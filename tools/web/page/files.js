// Files that are dropped onto the page: a robot, in any format or compiled, with what it includes and its meshes; a motion.

const MESH = /\.(stl|obj|glb|dae)$/i;
const MOTION = /\.(csv|jsonl?|npy)$/i;
/* Files that lie in the folders of robots and are no robots. */
const BESIDE = /\.(ya?ml|png|jpe?g|bmp|tga|tiff?|gif|md|rst|py|launch|rviz|srdf|pdf|zip)$|(^|\/)(package\.xml|model\.config|CMakeLists\.txt|readme[^/]*|changelog[^/]*|license[^/]*)$/i;
const PICTURE = /\.(png|jpe?g|bmp|tga|tiff?|gif|pdf|zip)$/i;
/* Of several files the first of these kinds is the robot; the robot includes the others. */
const KINDS = [/\.urdf$/i, /\.urdf\.xacro$/i, /\.(sdf|usda|mjcf|cdy)$/i, /\.xacro$/i];

/** A file or folder that was dropped, as a list of {path, file}. */
async function filesOf(entry) {
  if (entry.isFile) {
    return [{path: entry.fullPath.replace(/^\//, ''), file: await new Promise((done, failed) => entry.file(done, failed))}];
  }
  const reader = entry.createReader();
  const all = [];
  for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length > 0;) {
    for (const inner of some) {
      all.push(...await filesOf(inner));
    }
  }
  return all;
}

/** The files of a drop, with the files of its folders. */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
  return entries.length > 0 ? (await Promise.all(entries.map(filesOf))).flat() : chosenFiles(transfer.files);
}

/** The files chosen in a field for files. */
export function chosenFiles(files) {
  return [...files].map(file => ({path: file.webkitRelativePath || file.name, file}));
}

/** How many parts of two paths agree, from their ends. */
function agreement(one, other) {
  const [a, b] = [one, other].map(path => path.split(/[\\/]+/).reverse());
  const different = a.findIndex((part, i) => part !== b[i]);
  return different < 0 ? a.length : different;
}

/** The file that a robot means by this name: one of the same name, in folders that agree the furthest. */
function findMesh(files, name) {
  const rated = files.map(given => ({given, rate: agreement(name.replace(/^\w+:\/\//, ''), given.path)}));
  const best = rated.reduce((most, one) => one.rate > most.rate ? one : most, {rate: 0});
  return best.given;
}

/** Reads the meshes that the bodies name, each once; shapes whose mesh cannot be read are left out, and noted.  `lost` is
 * the number of such collision shapes. */
async function readMeshes(core, bodies, files, notes) {
  const meshes = [];
  const places = new Map();
  const read = async name => {
    const found = findMesh(files, name);
    if (!found) {
      throw new Error('no such file among those that were dropped; drop it too');
    }
    return core.mesh(new Uint8Array(await found.file.arrayBuffer()), found.path);
  };
  const readAll = async (kind, note) => {
    for (const shape of bodies.flatMap(body => body[kind]).filter(({kind: form}) => form === 'mesh')) {
      if (!places.has(shape.file)) {
        try {
          const mesh = await read(shape.file);
          places.set(shape.file, meshes.push(mesh) - 1);
        } catch (error) {
          notes.push(`${note}: ${shape.file}: ${error.message}`);
          places.set(shape.file, -1);
        }
      }
      shape.mesh = places.get(shape.file);
    }
  };
  await readAll('visuals', 'a mesh cannot be shown');
  await readAll('collisions', 'a collision mesh cannot be read');
  const lost = bodies.flatMap(body => body.collisions).filter(({mesh}) => mesh === -1).length;
  for (const body of bodies) {
    for (const kind of ['visuals', 'collisions']) {
      body[kind] = body[kind].filter(shape => shape.kind !== 'none' && shape.mesh !== -1);
    }
  }
  return {meshes, lost};
}

/** URDF, MJCF and SDF begin with markup, whatever their names and encoding; USD as text with its mark. */
function isText(bytes, path) {
  const first = bytes.subarray(0, 64).find(byte => ![0, 9, 10, 13, 32, 0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte));
  const isUsd = '#usda'.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0));
  return first === 0x3c || isUsd || /\.(urdf|xml|xacro|sdf|usda)$/i.test(path);
}

function mayBeRobot({path}) {
  return !MESH.test(path) && !MOTION.test(path) && !BESIDE.test(path);
}

/** Tells whether there is a robot among files, or only what belongs to one. */
export function hasRobot(files) {
  return files.some(mayBeRobot);
}

/** Returns the motion among files; undefined: there is none. */
export function motionOf(files) {
  const [motion, second] = files.filter(({path}) => MOTION.test(path));
  if (second) {
    throw new Error(`several files are motions: ${[motion, second].map(({path}) => path).join(', ')}; expected one`);
  }
  return motion;
}

/** Returns the files but motions. */
export function withoutMotions(files) {
  return files.filter(({path}) => !MOTION.test(path));
}

/** The robot among files: the one that is chosen, or the only one of the first kind that is there. */
function findRobot(files, chosen) {
  const robots = files.filter(mayBeRobot);
  const kind = KINDS.find(known => robots.some(({path}) => known.test(path)));
  const [robot, second] = chosen ? files.filter(({path}) => path === chosen) :
    kind ? robots.filter(({path}) => kind.test(path)) : robots;
  if (!robot) {
    throw new Error('no robot is among the files; expected one in URDF, xacro, MJCF, SDF or USD as text, or a compiled model, ' +
      'with what it includes and its meshes');
  }
  if (second) {
    const choices = robots.filter(({path}) => !kind || kind.test(path)).map(({path}) => path);
    throw Object.assign(new Error(`several files may be the robot: ${choices.join(', ')}; expected one`), {choices});
  }
  return robot;
}

/** The bytes of files that a robot may include. */
function readIncluded(files) {
  const wanted = files.filter(({path}) => !MESH.test(path) && !MOTION.test(path) && !PICTURE.test(path));
  return Promise.all(wanted.map(async ({path, file}) => ({path, bytes: new Uint8Array(await file.arrayBuffer())})));
}

/** Opens the robot that is among the files in the core; returns what a page shows of it.  `chosen` is the path of the
 * robot where several files may be it, `values` are the arguments of a file in xacro. */
export async function readRobot(core, files, {chosen, values} = {}) {
  const robot = findRobot(files, chosen);
  const bytes = new Uint8Array(await robot.file.arrayBuffer());
  const text = isText(bytes, robot.path);
  if (text) {
    core.openRobot(await readIncluded(files), robot.path, values);
  } else {
    try {
      core.declared = [];
      core.open(bytes);
    } catch (error) {
      throw new Error(`${robot.path}: neither URDF, MJCF, SDF, USD as text nor a compiled model of this version: ${error.message}`);
    }
  }
  const notes = text ? [] : ['A compiled model has no shapes and no findings.'];
  const bodies = core.bodies;
  const {meshes, lost} = await readMeshes(core, bodies, files.filter(({path}) => MESH.test(path)), notes);
  return {robot: core.name || robot.path, q: [...core.array('q')], findings: text ? core.findings : null, notes, bodies, meshes,
    lost, motion: null};
}

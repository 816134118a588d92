// Files that are dropped onto the page: a robot, as URDF or compiled, with its meshes; a motion of it.

const MESH = /\.(stl|obj|glb|dae)$/i;
const MOTION = /\.(csv|jsonl?|npy)$/i;

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

/** Reads the meshes that the bodies name, each once; those that cannot be shown are left out, and noted. */
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
  for (const visual of bodies.flatMap(body => body.visuals).filter(shape => shape.kind === 'mesh')) {
    if (!places.has(visual.file)) {
      try {
        const mesh = await read(visual.file);
        places.set(visual.file, meshes.push(mesh) - 1);
      } catch (error) {
        notes.push(`a mesh cannot be shown: ${visual.file}: ${error.message}`);
        places.set(visual.file, -1);
      }
    }
    visual.mesh = places.get(visual.file);
  }
  for (const body of bodies) {
    body.visuals = body.visuals.filter(visual => visual.kind !== 'none' && visual.mesh !== -1);
  }
  return meshes;
}

/** URDF, MJCF and SDF begin with markup, whatever their names and encoding; USD as text with its mark. */
function isText(bytes, path) {
  const first = bytes.subarray(0, 64).find(byte => ![0, 9, 10, 13, 32, 0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte));
  const isUsd = '#usda'.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0));
  return first === 0x3c || isUsd || /\.(urdf|xml|xacro|sdf|usda)$/i.test(path);
}

function mayBeRobot({path}) {
  return !MESH.test(path) && !MOTION.test(path);
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

/** Opens the robot that is among the files in the core; returns what a page shows of it. */
export async function readRobot(core, files) {
  const robots = files.filter(mayBeRobot);
  const meshFiles = files.filter(({path}) => MESH.test(path));
  const urdf = robots.filter(({path}) => /\.urdf$/i.test(path));
  const [robot, second] = urdf.length === 1 ? urdf : robots;
  if (!robot) {
    throw new Error('no robot is among the files; expected one in URDF, MJCF, SDF or USD as text, or a compiled model, with its meshes');
  }
  if (second) {
    throw new Error(`several files may be the robot: ${robots.map(({path}) => path).join(', ')}; expected one`);
  }
  const bytes = new Uint8Array(await robot.file.arrayBuffer());
  const text = isText(bytes, robot.path);
  if (text) {
    core.openUrdf(bytes, robot.path);
  } else {
    try {
      core.open(bytes);
    } catch (error) {
      throw new Error(`${robot.path}: neither URDF, MJCF, SDF, USD as text nor a compiled model of this version: ${error.message}`);
    }
  }
  const notes = text ? [] : ['A compiled model has no shapes and no findings.'];
  const bodies = core.bodies;
  const meshes = await readMeshes(core, bodies, meshFiles, notes);
  return {robot: core.name || robot.path, q: [...core.array('q')], findings: text ? core.findings : null, notes, bodies, meshes,
    motion: null};
}

// The scene: the robot's shapes, or its skeleton, where the core places them.
import {
  AmbientLight, ArrowHelper, AxesHelper, Box3, BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture,
  CapsuleGeometry, Color, CylinderGeometry, DirectionalLight, DoubleSide, FrontSide, GridHelper, Group, HemisphereLight, Line, Matrix4,
  LineBasicMaterial, LineSegments, MathUtils, Mesh, MeshStandardMaterial, Object3D, PerspectiveCamera, Raycaster, Scene,
  SphereGeometry, Sprite, SpriteMaterial, SRGBColorSpace, Vector2, Vector3, WebGLRenderer,
} from 'three';
import {OrbitControls} from 'three/addons/controls/OrbitControls.js';
import {TransformControls} from 'three/addons/controls/TransformControls.js';
import {GLTFExporter} from 'three/addons/exporters/GLTFExporter.js';
import {toCreasedNormals} from 'three/addons/utils/BufferGeometryUtils.js';
import {Arrow} from './arrow.js';
import {numbersOf} from './bytes.js';
import {Ground} from './ground.js';
import {Hand} from './hand.js';
import {isLostMesh} from './notes.js';

const USUAL = [0.72, 0.73, 0.76, 1];
const CREASE = 0.6; /* rad: flatter edges look round */
const OVER = new Color(0xd55e00);
const CHOSEN = new Color(0x0072b2);
const NONE = new Color(0);
const LABEL_HEIGHT = 18; /* pixels */
const FILLED = 0.9; /* the part of a picture's width or height that the robot takes at most, before its joints move */
const WEBM = 'video/webm';

export function geometryOfMesh({vertices, triangles}) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(numbersOf(Float32Array, vertices), 3));
  geometry.setIndex(new BufferAttribute(numbersOf(Uint32Array, triangles), 1));
  return toCreasedNormals(geometry, CREASE);
}

/* Cylinders and capsules of a robot lie along z, those of three.js along y. */
export function geometryOf(visual, meshes) {
  switch (visual.kind) {
    case 'box': return new BoxGeometry(...visual.size);
    case 'sphere': return new SphereGeometry(visual.radius, 32, 16);
    case 'cylinder': return new CylinderGeometry(visual.radius, visual.radius, visual.length, 36).rotateX(Math.PI / 2);
    case 'capsule': return new CapsuleGeometry(visual.radius, visual.length, 8, 32).rotateX(Math.PI / 2);
    default: return meshes[visual.mesh];
  }
}

/* Row-major numbers into a matrix of three.js. */
export function place(object, T, offset = 0) {
  object.matrix.fromArray(T, offset).transpose();
  object.matrixWorldNeedsUpdate = true;
}

export function placed(object) {
  object.matrixAutoUpdate = false;
  return object;
}

/** The corners of a box. */
const cornersOf = ({min, max}) => [min, max].flatMap(({x}) => [min, max].flatMap(({y}) =>
  [min, max].map(({z}) => new Vector3(x, y, z))));

/** A name beside a point; `sizeLabel` of the scene says how large. */
export function label(text, color) {
  const canvas = document.createElement('canvas');
  const size = 44;
  let pen = canvas.getContext('2d');
  pen.font = `${size}px sans-serif`;
  canvas.width = Math.ceil(pen.measureText(text).width) + 12;
  canvas.height = size + 16;
  pen = canvas.getContext('2d');
  pen.font = `${size}px sans-serif`;
  pen.fillStyle = color;
  pen.fillText(text, 6, size);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({map, depthTest: false, sizeAttenuation: false}));
  sprite.userData.aspect = canvas.width / canvas.height;
  sprite.center.set(-0.05, -0.2);
  sprite.renderOrder = 2;
  return sprite;
}

/** Tells whether this browser draws in three dimensions. */
export function canDraw() {
  const canvas = document.createElement('canvas');
  return canvas.getContext('webgl2') !== null;
}

export class RobotScene {
  constructor(canvas, data, joints) {
    this.canvas = canvas;
    this.bodies = data.bodies;
    this.joints = joints;
    this.renderer = new WebGLRenderer({canvas, antialias: true});
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(40, 1, 0.01, 1000);
    this.camera.up.set(0, 0, 1);
    this.scene.add(new HemisphereLight(0xffffff, 0x888880, 1.8), new AmbientLight(0xffffff, 0.3));
    const sun = new DirectionalLight(0xffffff, 1.8);
    sun.position.set(2, -3, 5);
    this.scene.add(sun);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.request());
    this.controls.listenToKeyEvents(canvas);
    this.options = {frames: false, axes: false, names: false, center: false, skeleton: false, inertias: false,
      ellipsoid: false, collisions: false, nearest: false, drag: true, force: false, moment: false};
    this.addBodies(data);
    this.addGizmo();
    this.arrows = {moment: new Arrow(this, 0xe69f00, 2), force: new Arrow(this, 0xcc79a7, 1)};
    this.watch();
  }

  addBodies(data) {
    const meshes = data.meshes.map(geometryOfMesh);
    this.frames = this.bodies.map(() => this.scene.add(placed(new Group())).children.at(-1));
    this.materials = this.bodies.map(() => []);
    this.hasShapes = false;
    this.lacksShapes = data.notes.some(isLostMesh); /* lines show the bodies that have none then */
    this.bodies.forEach((body, i) => {
      for (const visual of body.visuals) {
        const [r, g, b, a] = visual.rgba ?? USUAL;
        const material = new MeshStandardMaterial({color: new Color().setRGB(r, g, b, SRGBColorSpace), roughness: 0.6,
          metalness: 0.1, opacity: a, transparent: a < 1, side: visual.kind === 'mesh' ? DoubleSide : FrontSide});
        const mesh = placed(new Mesh(geometryOf(visual, meshes), material));
        place(mesh, visual.T);
        if (visual.scale) {
          mesh.matrix.scale(new Vector3(...visual.scale));
        }
        mesh.userData.body = i;
        this.frames[i].add(mesh);
        this.materials[i].push(material);
        this.hasShapes = true;
      }
    });
    const points = new BufferGeometry();
    points.setAttribute('position', new BufferAttribute(new Float32Array(6 * this.bodies.length), 3));
    this.skeleton = new LineSegments(points, new LineBasicMaterial({color: 0x808080}));
    this.skeleton.frustumCulled = false;
    this.knots = this.bodies.map((_, i) => {
      const knot = new Mesh(new SphereGeometry(1, 16, 8), new MeshStandardMaterial({color: 0x888888}));
      knot.userData.body = i;
      this.frames[i].add(knot);
      return knot;
    });
    this.center = new Mesh(new SphereGeometry(1, 24, 12), new MeshStandardMaterial({color: 0xcc79a7, depthTest: false}));
    this.center.renderOrder = 1;
    this.ground = new Ground(this.scene);
    this.scene.add(this.skeleton, this.center);
  }

  /** The handles that move the chosen frame: arrows to pull and rings to turn it. */
  addGizmo() {
    this.target = this.scene.add(new Object3D()).children.at(-1);
    this.gizmo = new TransformControls(this.camera, this.canvas);
    this.gizmo.setSize(0.7);
    this.scene.add(this.gizmo.getHelper());
    this.gizmo.addEventListener('change', () => this.request());
    this.gizmo.addEventListener('dragging-changed', ({value}) => {
      this.controls.enabled = !value;
      if (!value) {
        this.placeTarget();
      }
    });
    this.gizmo.addEventListener('objectChange', () => {
      this.target.updateMatrix();
      this.reached?.(this.target.matrix.clone().transpose().toArray());
    });
  }

  /** Shows the gizmo at the chosen frame, or takes it away; `turns`: rings in place of arrows. */
  setGizmo(shown, turns) {
    this.gizmo.setMode(turns ? 'rotate' : 'translate');
    if (shown) {
      this.gizmo.attach(this.target);
      this.placeTarget();
    } else {
      this.gizmo.detach();
    }
    this.request();
  }

  placeTarget() {
    if (!this.gizmo.dragging) {
      this.frames[this.body].matrix.decompose(this.target.position, this.target.quaternion, this.target.scale);
      this.request();
    }
  }

  /** Lets the pointer drag links; `coordinates`: by body, `moved` is called after each change. */
  setHand(coordinates, moved) {
    this.moved = moved;
    this.hand = new Hand(this, coordinates);
  }

  /** The ellipsoids of the bodies' inertias, matrices by rows or null. */
  setInertias(matrices) {
    const sphere = new SphereGeometry(1, 24, 16);
    const material = new MeshStandardMaterial({color: 0xcc79a7, transparent: true, opacity: 0.5, depthTest: false}); /* inside shapes */
    this.inertias = matrices.flatMap((T, i) => T ? [this.addEllipsoid(this.frames[i], sphere, material, T)] : []);
    this.ellipsoid = this.addEllipsoid(this.scene, sphere,
      new MeshStandardMaterial({color: 0x56b4e9, transparent: true, opacity: 0.35, depthWrite: false}), new Matrix4().elements);
    this.showMarks();
  }

  addEllipsoid(parent, sphere, material, T) {
    const mesh = placed(new Mesh(sphere, material));
    place(mesh, T);
    parent.add(mesh);
    return mesh;
  }

  /** Draws again when the window, the canvas or its own size changes, and never without need. */
  watch() {
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement);
    let from = null;
    this.canvas.addEventListener('pointerdown', event => { from = [event.clientX, event.clientY]; });
    this.canvas.addEventListener('pointerup', event => {
      if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 4) {
        this.pick(event);
      }
      from = null;
    });
  }

  /** The ray from the eye through the pointer. */
  ray(event) {
    const box = this.canvas.getBoundingClientRect();
    const point = new Vector2(2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(point, this.camera);
    return ray;
  }

  /** The first place on a body under the pointer. */
  hit(event) {
    return this.ray(event).intersectObjects(this.frames, true).find(h => h.object.userData.body !== undefined && h.object.visible);
  }

  pick(event) {
    const hit = this.gizmo.axis ? null : this.hit(event);
    if (hit && this.chosen) {
      this.chosen(hit.object.userData.body);
    }
  }

  resize() {
    const {clientWidth, clientHeight} = this.canvas.parentElement;
    if (clientWidth > 0 && clientHeight > 0) {
      this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
      this.renderer.setSize(clientWidth, clientHeight, false);
      this.camera.aspect = clientWidth / clientHeight;
      this.camera.updateProjectionMatrix();
      this.scene.traverse(object => object.userData.aspect && this.sizeLabel(object));
      this.request();
    }
  }

  /** Makes a label as high on the screen as every other one, whatever the height of the scene. */
  sizeLabel(sprite) {
    const height = 2 * this.slope * LABEL_HEIGHT / Math.max(1, this.canvas.parentElement.clientHeight);
    sprite.scale.set(height * sprite.userData.aspect, height, 1);
  }

  /** Has a label end at its point where it would leave the picture behind it. */
  turnInwards(sprite) {
    const width = this.canvas.parentElement.clientHeight * this.camera.aspect;
    const at = (1 + sprite.getWorldPosition(new Vector3()).project(this.camera).x) / 2 * width;
    const length = LABEL_HEIGHT * sprite.userData.aspect;
    sprite.center.x = at + length > width && at > length ? 1.05 : -0.05;
  }

  /** The tangent of half the angle that the camera sees from below to above. */
  get slope() {
    return Math.tan(MathUtils.degToRad(this.camera.fov) / 2);
  }

  /** The box around the robot where it stands, and around the one beside. */
  extent() {
    const box = new Box3();
    this.scene.updateMatrixWorld(true);
    this.frames.forEach(frame => box.expandByPoint(new Vector3().setFromMatrixPosition(frame.matrixWorld)));
    if (this.hasShapes) {
      this.frames.forEach(frame => frame.children.filter(c => c.userData.body !== undefined && !this.knots.includes(c))
        .forEach(c => box.expandByObject(c)));
    }
    return this.second ? box.expandByObject(this.second) : box;
  }

  /** Where the camera stands and what it looks at. */
  get place() {
    return {camera: this.camera.position.toArray(), target: this.controls.target.toArray()};
  }

  set place({camera, target}) {
    this.camera.position.fromArray(camera);
    this.controls.target.fromArray(target);
    this.controls.update();
  }

  /** Goes along with a robot that stands elsewhere, without turning the view. */
  follow() {
    const way = this.extent().getCenter(new Vector3()).sub(this.controls.target);
    this.controls.target.add(way);
    this.camera.position.add(way);
    this.controls.update();
  }

  /** Turns the view to the whole robot, and sizes marks and grid in proportion to it. */
  fit() {
    this.resize(); /* nobody may have told its shape yet */
    const box = this.extent();
    this.size = Math.max(0.2, box.getSize(new Vector3()).length());
    this.knots.forEach(knot => knot.scale.setScalar(0.014 * this.size));
    this.center.scale.setScalar(0.02 * this.size);
    /* What floats, or hangs below its base, stands on the grid; an arm is mounted on it. */
    const below = box.min.z < 0 && -box.min.z > box.max.z;
    this.floor = below || this.joints.some(joint => joint.type === 'floating') ? box.min.z : 0;
    this.addMarks();
    this.controls.target.copy(box.getCenter(new Vector3()));
    this.look(1, -0.9, 0.6);
    this.camera.near = this.size / 200;
    this.camera.far = this.size * 100;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.request();
  }

  /** Looks at the robot from a direction, from so far that a picture of any shape has it whole. */
  look(x, y, z) {
    const way = new Vector3(x, y, z).normalize();
    const stand = far => {
      this.camera.position.copy(this.controls.target).addScaledVector(way, far);
      this.controls.update();
    };
    stand(1.45 * this.size);
    stand(Math.max(1.45 * this.size, this.farEnough()));
    this.request();
  }

  /** How far from its target the camera has the robot whole in the directions in which it looks, with room around it. */
  farEnough() {
    this.camera.updateMatrixWorld();
    const [right, up, back] = [0, 1, 2].map(k => new Vector3().setFromMatrixColumn(this.camera.matrixWorld, k));
    return Math.max(...cornersOf(this.extent()).map(corner => {
      const way = corner.sub(this.controls.target);
      const aside = Math.max(Math.abs(way.dot(right)) / this.camera.aspect, Math.abs(way.dot(up)));
      return way.dot(back) + aside / (FILLED * this.slope);
    }));
  }

  addMarks() {
    this.marks?.forEach(({parent, object}) => parent.remove(object));
    this.marks = [];
    const add = (parent, object, kind, body) => {
      parent.add(object);
      this.marks.push({parent, object, kind, body});
    };
    const step = 10 ** Math.round(Math.log10(this.size / 8));
    const grid = new GridHelper(20 * step, 20, this.colors?.strong, this.colors?.faint);
    grid.rotateX(Math.PI / 2);
    grid.position.z = this.floor;
    add(this.scene, grid, 'grid');
    this.bodies.forEach((body, i) => {
      add(this.frames[i], new AxesHelper(0.1 * this.size), 'frames', i);
      const name = label(body.name ?? '', this.colors?.text ?? '#000');
      this.sizeLabel(name);
      add(this.frames[i], name, 'names', i);
      if (body.axis) {
        const arrow = new ArrowHelper(new Vector3(...body.axis).normalize(), new Vector3(), 0.13 * this.size, 0xcc79a7);
        add(this.frames[i], arrow, 'axes', i);
      }
    });
    this.showMarks();
  }

  showMarks() {
    for (const {object, kind, body} of this.marks ?? []) {
      object.visible = kind === 'grid' || this.options[kind] || (body === this.body && kind !== 'axes');
    }
    const bare = this.options.skeleton || !this.hasShapes || this.lacksShapes;
    this.skeleton.visible = bare;
    this.knots.forEach(knot => { knot.visible = bare; });
    this.frames.forEach(frame => frame.children.forEach(child => {
      if (child.userData.body !== undefined && !this.knots.includes(child)) {
        child.visible = !this.options.skeleton;
      }
    }));
    this.center.visible = this.ground.visible = this.options.center;
    this.inertias?.forEach(mesh => { mesh.visible = this.options.inertias; });
    if (this.ellipsoid) {
      this.ellipsoid.visible = this.options.ellipsoid;
    }
    this.request();
  }

  setColors(colors) {
    this.colors = colors;
    this.scene.background = new Color(colors.background);
    if (this.size) {
      this.addMarks();
    }
  }

  choose(body) {
    this.body = body;
    this.placeTarget();
    this.showMarks();
    this.paint();
  }

  /** The joint whose range the scene shows: an arc from limit to limit, and where it stands; null: none. */
  setRange(coordinate) {
    this.range = coordinate;
    this.request();
  }

  drawRange() {
    this.arc?.parent?.remove(this.arc);
    this.arc = null;
    const c = this.range;
    const axis = c && this.bodies[c.joint.frame].axis;
    if (!axis || !['revolute', 'prismatic'].includes(c.joint.type) || !(c.upper > c.lower)) {
      return;
    }
    const along = new Vector3(...axis).normalize();
    const across = new Vector3(1, 0, 0).projectOnPlane(along);
    const side = (across.length() > 0.1 ? across : new Vector3(0, 1, 0).projectOnPlane(along)).setLength(0.16 * this.size);
    const value = c.get();
    const points = [];
    if (c.joint.type === 'prismatic') {
      points.push(along.clone().multiplyScalar(c.lower - value), along.clone().multiplyScalar(c.upper - value));
    } else {
      const turn = Math.min(2 * Math.PI, c.upper - c.lower);
      points.push(new Vector3());
      for (let i = 0; i <= 64; i++) {
        points.push(side.clone().applyAxisAngle(along, c.lower - value + turn * i / 64));
      }
      points.push(new Vector3(), side.clone().multiplyScalar(1.15));
    }
    this.arc = new Line(new BufferGeometry().setFromPoints(points),
      new LineBasicMaterial({color: 0xe69f00, depthTest: false, transparent: true}));
    this.arc.renderOrder = 1;
    this.frames[c.joint.frame].add(this.arc);
  }

  /** Places all at the core's present state; `over` has the bodies whose joint is beyond a limit. */
  show(core, over) {
    const T = core.array('placements');
    const ends = this.skeleton.geometry.getAttribute('position');
    this.frames.forEach((frame, i) => {
      place(frame, T, 16 * i);
      const parent = this.bodies[i].parent ?? i;
      ends.setXYZ(2 * i, T[16 * parent + 3], T[16 * parent + 7], T[16 * parent + 11]);
      ends.setXYZ(2 * i + 1, T[16 * i + 3], T[16 * i + 7], T[16 * i + 11]);
    });
    ends.needsUpdate = true;
    this.center.position.fromArray(core.array('center'));
    if (this.options.ellipsoid && this.ellipsoid) {
      this.showEllipsoid(core);
    }
    this.placeTarget();
    this.over = over;
    this.paint();
  }

  /** The center of mass above what supports it. */
  showSupport(support, up) {
    this.ground.show(this.center.position, support, up, 0.03 * (this.size ?? 1));
    this.request();
  }

  /** The force and the moment on the chosen frame, [Tx Ty Tz Fx Fy Fz]: arrows where they are, or where the box asks for
   * one to pull; the robot's weight, N, is half of its size long. */
  showWrench(values, weight) {
    const scale = {force: 0.5 * (this.size ?? 1) / weight, moment: 2 / weight};
    const origin = new Vector3().setFromMatrixPosition(this.frames[this.body].matrix);
    Object.entries(this.arrows).forEach(([name, arrow]) => {
      const way = new Vector3().fromArray(values, name === 'force' ? 3 : 0).multiplyScalar(scale[name]);
      const shown = this.options[name] || way.lengthSq() > 0;
      arrow.show(shown ? origin : null, way);
      arrow.pulled = this.options[name] ? to => this.pulled?.(name, to.divideScalar(scale[name]).toArray()) : null;
    });
    this.request();
  }

  /** The ellipsoid of velocities at the chosen frame, its longest half axis a fifth of the robot's size. */
  showEllipsoid(core) {
    const matrix = new Matrix4().fromArray(core.velocityEllipsoid(this.body)).transpose();
    const longest = Math.max(...[0, 1, 2].map(k => new Vector3().setFromMatrixColumn(matrix, k).length()), 1e-12);
    const flat = new Vector3().setScalar(1e-3 * longest);
    const [x, y, z] = [0, 1, 2].map(k => new Vector3().setFromMatrixColumn(matrix, k));
    const thick = axis => axis.length() < flat.x ? axis.setLength(flat.x) : axis; /* so that a flat one is seen */
    const scale = 0.2 * (this.size ?? 1) / longest;
    this.ellipsoid.matrix.makeBasis(...[x, y, z].map(axis => thick(axis).multiplyScalar(scale)))
      .setPosition(new Vector3().setFromMatrixPosition(this.frames[this.body].matrix));
    this.ellipsoid.matrixWorldNeedsUpdate = true;
  }

  paint() {
    this.bodies.forEach((_, i) => {
      const glow = this.over?.has(i) ? OVER : i === this.body ? CHOSEN : NONE;
      for (const material of [...this.materials[i], this.knots[i].material]) {
        material.emissive.copy(glow);
        material.emissiveIntensity = glow === OVER ? 0.8 : 0.35;
      }
    });
    this.request();
  }

  /** Gives back what the scene has of the graphics processor. */
  close() {
    this.closed = true;
    this.gizmo.dispose();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  request() {
    if (!this.waiting && !this.closed) {
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        if (!this.closed) {
          this.render();
        }
      });
    }
  }

  render() {
    this.drawRange();
    this.marks?.filter(({object, kind}) => kind === 'names' && object.visible).forEach(({object}) => this.turnInwards(object));
    this.renderer.render(this.scene, this.camera);
  }

  /** The shapes that are seen, where the robot stands; `paint` gives their material. */
  copy(paint) {
    const all = new Group();
    this.frames.forEach((frame, i) => {
      const part = all.add(placed(new Group())).children.at(-1);
      part.name = this.bodies[i].name ?? '';
      part.matrix.copy(frame.matrix);
      for (const shape of frame.children.filter(child => child.userData.body !== undefined && child.visible)) {
        const mesh = placed(new Mesh(shape.geometry, paint(shape)));
        mesh.matrix.copy(shape.matrix);
        part.add(mesh);
      }
    });
    return all;
  }

  /** Leaves a pale robot where it stands now, or takes it away. */
  setGhost(kept) {
    this.ghost?.removeFromParent();
    const pale = new MeshStandardMaterial({color: 0x7f8c9b, transparent: true, opacity: 0.3, depthWrite: false});
    this.ghost = kept ? this.scene.add(this.copy(() => pale)).children.at(-1) : null;
    this.request();
  }

  /** Shows a way through points, null: none. */
  showTrace(points) {
    this.trace?.removeFromParent();
    this.trace = points && new Line(new BufferGeometry().setFromPoints(points.map(p => new Vector3(...p))),
      new LineBasicMaterial({color: 0xd55e00}));
    if (this.trace) {
      this.scene.add(this.trace);
    }
    this.request();
  }

  /** The robot as it stands, as bytes of binary glTF, whose y axis is up. */
  model() {
    const turned = new Group();
    turned.rotation.x = -Math.PI / 2;
    turned.add(this.copy(shape => {
      const material = shape.material.clone();
      material.emissive.copy(NONE);
      return material;
    }));
    return new GLTFExporter().parseAsync(turned, {binary: true});
  }

  /** Whether this browser records videos of WebM; not every one that records does. */
  static records() {
    return Boolean(window.MediaRecorder?.isTypeSupported(WEBM));
  }

  /** Begins a video of the scene; the function that comes back ends it and gives its Blob. */
  record() {
    const recorder = new MediaRecorder(this.canvas.captureStream(30), {mimeType: WEBM});
    const parts = [];
    const ended = new Promise(resolve => {
      recorder.ondataavailable = ({data}) => parts.push(data);
      recorder.onstop = () => resolve(new Blob(parts, {type: WEBM}));
    });
    recorder.start();
    return () => {
      recorder.stop();
      return ended;
    };
  }

  /** The scene as a picture, a Blob of PNG. */
  picture() {
    this.render();
    return new Promise(resolve => this.canvas.toBlob(resolve, 'image/png'));
  }
}

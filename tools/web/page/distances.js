// Distances: the shapes that bodies collide by, and the pair of bodies that is nearest, with a line between.
import {CylinderGeometry, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshStandardMaterial,
  SphereGeometry, Vector3} from 'three';
import {numbersOf} from './bytes.js';
import {at, make} from './dom.js';
import {geometryOf, geometryOfMesh, label, place, placed} from './scene.js';
import {digits} from './units.js';

const APART = 0x009e73;
const TOUCHING = 0xd55e00;
const SHAPE = 0x56b4e9;
const EDGE = 0.5; /* rad: flatter edges of shapes are not drawn */
const UP = new Vector3(0, 1, 0);

/** The shapes that distances are measured between, each with its frame: collision shapes, or the visuals of a robot that
 * has none, as `condyle distance` takes them. */
export function shapesOf({bodies, lost}) {
  const collides = lost > 0 || bodies.some(body => body.collisions?.length > 0);
  return bodies.flatMap((body, frame) => ((collides ? body.collisions : body.visuals) ?? []).map(shape => ({...shape, frame})));
}

/** A distance in words, mm. */
export function inWords(distance) {
  return distance > 0 ? `${digits(1000 * distance)} mm` : distance < 0 ? `overlap by ${digits(-1000 * distance)} mm` : 'touch';
}

export class Distances {
  constructor(page) {
    const {data} = page;
    Object.assign(this, {page, excluded: []});
    const shapes = shapesOf(data);
    const own = data.bodies.some(body => body.collisions?.length > 0);
    at('distance-shapes').textContent = shapes.length === 0 ? 'No body has a shape that can be measured.' :
      `${own || data.lost ? 'Collision shapes' : 'Visuals, since the robot has no collision shapes'}; a mesh counts as its ` +
      `convex hull${data.lost ? `. ${data.lost} of them could not be read and do not count (why: Findings)` : ''}.`;
    at('leave-out').addEventListener('click', () => this.leaveOut());
    at('all-pairs').addEventListener('click', () => {
      this.excluded = [];
      this.shapes = undefined;
      page.changed();
    });
    at('distance-panel').addEventListener('toggle', () => page.changed());
  }

  /** Gives the core the shapes, when they are asked for first. */
  prepare() {
    const {core, data, scene} = this.page;
    if (this.shapes) {
      return;
    }
    const shapes = shapesOf(data);
    this.hulls ??= data.meshes.map((mesh, i) => shapes.some(shape => shape.mesh === i) ? core.hull({
      vertices: numbersOf(Float32Array, mesh.vertices), triangles: numbersOf(Uint32Array, mesh.triangles)}) : null);
    core.setShapes(shapes, this.hulls);
    this.shapes = shapes;
    if (scene && !this.drawn) {
      this.addShapes();
      this.addLine();
    }
  }

  addShapes() {
    const {scene} = this.page;
    const meshes = this.hulls.map(hull => hull && geometryOfMesh(hull));
    this.drawn = this.shapes.map(shape => {
      const geometry = geometryOf(shape, meshes);
      const face = new MeshStandardMaterial({color: SHAPE, transparent: true, opacity: 0.3, depthWrite: false,
        polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1});
      const edges = new LineSegments(new EdgesGeometry(geometry, EDGE * 180 / Math.PI), new LineBasicMaterial({color: SHAPE}));
      const drawn = placed(new Group()).add(new Mesh(geometry, face), edges);
      place(drawn, shape.T);
      if (shape.scale) {
        drawn.matrix.scale(new Vector3(...shape.scale));
      }
      scene.frames[shape.frame].add(drawn);
      return drawn;
    });
  }

  addLine() {
    const material = new MeshBasicMaterial({depthTest: false, transparent: true});
    const part = geometry => Object.assign(new Mesh(geometry, material), {renderOrder: 1});
    this.shaft = part(new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0));
    this.ends = [0, 1].map(() => part(new SphereGeometry(1, 16, 8)));
    this.line = new Group().add(this.shaft, ...this.ends);
    this.page.scene.scene.add(this.line);
  }

  /** Draws the line between the nearest points, with the distance beside; `nearest` null: none. */
  drawLine(nearest, text, color) {
    const {scene} = this.page;
    this.line.visible = nearest !== null;
    if (nearest === null) {
      return;
    }
    const size = scene.size ?? 1;
    const [from, to] = nearest.points.map(point => new Vector3(...point));
    const way = to.clone().sub(from);
    this.shaft.material.color.setHex(color);
    this.shaft.position.copy(from);
    this.shaft.visible = way.length() > 0;
    this.shaft.quaternion.setFromUnitVectors(UP, way.length() > 0 ? way.clone().normalize() : UP);
    this.shaft.scale.set(0.004 * size, way.length() || 1, 0.004 * size);
    this.ends.forEach((end, i) => {
      end.position.copy([from, to][i]);
      end.scale.setScalar(0.009 * size);
    });
    const ink = scene.colors?.text ?? '#000';
    if (this.text !== text || this.ink !== ink) {
      Object.assign(this, {text, ink});
      this.sign?.material.map.dispose();
      this.sign?.removeFromParent();
      this.sign = label(text, ink);
      this.sign.center.set(-0.05, 1.1); /* below the points, the name of a frame is above */
      scene.sizeLabel(this.sign);
      this.line.add(this.sign);
    }
    this.sign.position.copy(from).add(to).multiplyScalar(0.5);
  }

  /** Follows the state of the robot, as far as anything of this is shown. */
  show() {
    const {page} = this;
    const {collisions, nearest: wanted} = page.scene?.options ?? {};
    if (!this.shapes && !collisions && !wanted && !at('distance-panel').open) {
      return;
    }
    this.prepare();
    const nearest = this.nearest = wanted || collisions || at('distance-panel').open ? page.core.nearest : null;
    const touching = nearest !== null && nearest.distance <= 0;
    const color = touching ? TOUCHING : APART;
    this.tell(nearest, touching);
    this.drawn?.forEach((shape, i) => {
      shape.visible = Boolean(collisions);
      shape.children.forEach(({material}) => material.color.setHex(touching && nearest.shapes.includes(i) ? TOUCHING : SHAPE));
    });
    if (this.line) {
      this.drawLine(wanted ? nearest : null, nearest ? inWords(nearest.distance) : '', color);
      page.scene.request();
    }
  }

  /** The bodies of a pair, by the places of their shapes. */
  names({shapes}) {
    return shapes.map(i => this.page.core.frames[this.shapes[i].frame]);
  }

  tell(nearest, touching) {
    at('distance').textContent = nearest ? `${this.names(nearest).join(' and ')}: ${inWords(nearest.distance)}` :
      'No two bodies with shapes move against each other, but for neighbours.';
    at('distance').classList.toggle('outside', touching);
    at('leave-out').disabled = !nearest;
    at('all-pairs').hidden = this.excluded.length === 0;
    at('excluded').replaceChildren(...this.excluded.map(pair => make('code', {}, `--exclude ${pair}`)));
  }

  /** Looks at the nearest pair of bodies no more. */
  leaveOut() {
    const {core} = this.page;
    const frames = this.nearest.shapes.map(i => this.shapes[i].frame);
    core.exclude(...frames);
    this.excluded.push(frames.map(frame => core.frames[frame]).join(','));
    this.page.changed();
  }
}

// Arrows of the scene that the pointer pulls: the force and the moment on the chosen frame.
import {ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Plane, Quaternion, SphereGeometry, Vector3} from 'three';

const NEAR = 16; /* px from the tip at which the pointer takes it */
const UP = new Vector3(0, 1, 0);

/** An arrow from a point to its tip, in the frame of the base; `heads` 2: of a moment. */
export class Arrow {
  constructor(scene, color, heads) {
    const material = new MeshBasicMaterial({color, depthTest: false, transparent: true});
    const add = geometry => {
      const mesh = new Mesh(geometry, material);
      mesh.renderOrder = 1;
      this.group.add(mesh);
      return mesh;
    };
    this.scene = scene;
    this.group = new Group();
    this.shaft = add(new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0));
    this.heads = Array.from({length: heads}, () => add(new ConeGeometry(1, 2.5, 20).translate(0, -1.25, 0)));
    this.ball = add(new SphereGeometry(1, 20, 12));
    this.tip = new Vector3();
    this.from = new Vector3();
    this.group.visible = false;
    scene.scene.add(this.group);
    const listen = (type, act) => scene.canvas.addEventListener(type, event => act(event), {capture: true});
    listen('pointerdown', event => this.grab(event));
    listen('pointermove', event => this.move(event));
    listen('pointerup', () => this.release());
    listen('pointercancel', () => this.release());
  }

  /** Puts it from a point to another; nowhere: not shown. A short one is a ball to pull at. */
  show(from, way) {
    this.group.visible = from !== null;
    if (from === null) {
      return;
    }
    const size = this.scene.size ?? 1;
    const length = way.length();
    this.from.copy(from);
    this.tip.copy(from).add(way);
    this.group.position.copy(from);
    this.group.quaternion.copy(length > 0 ? new Quaternion().setFromUnitVectors(UP, way.clone().normalize()) : new Quaternion());
    const long = length > 0.03 * size;
    this.shaft.visible = length > 0;
    this.shaft.scale.set(0.005 * size, length || 1, 0.005 * size);
    this.heads.forEach((head, i) => {
      head.visible = long;
      head.scale.setScalar(0.015 * size);
      head.position.y = length - i * 0.025 * size;
    });
    this.ball.visible = !long;
    this.ball.scale.setScalar(0.014 * size);
    this.ball.position.y = length;
  }

  /** Where the tip is on the screen, in px of the window. */
  get onScreen() {
    const box = this.scene.canvas.getBoundingClientRect();
    const at = this.tip.clone().project(this.scene.camera);
    return [box.left + (at.x + 1) / 2 * box.width, box.top + (1 - at.y) / 2 * box.height];
  }

  grab(event) {
    const [x, y] = this.onScreen;
    if (event.button === 0 && this.group.visible && this.pulled && Math.hypot(event.clientX - x, event.clientY - y) < NEAR) {
      event.stopImmediatePropagation();
      this.held = new Plane().setFromNormalAndCoplanarPoint(this.scene.camera.getWorldDirection(new Vector3()), this.tip);
      this.scene.controls.enabled = false;
      this.scene.canvas.setPointerCapture(event.pointerId);
    }
  }

  /** Takes the tip to the pointer, in the plane of the screen. */
  move(event) {
    const aim = this.held && this.scene.ray(event).ray.intersectPlane(this.held, new Vector3());
    if (aim) {
      event.stopImmediatePropagation();
      this.pulled(aim.sub(this.from));
    }
  }

  release() {
    if (this.held) {
      this.held = null;
      this.scene.controls.enabled = true;
    }
  }
}

// Hands on the robot: a link that is dragged turns or slides its joint.
import {Plane, Vector3} from 'three';

const STEEP = 0.3; /* the cosine above which the plane of the turn is seen well enough to point into it */

/** The angle from one vector to another about an axis. */
function angleBetween(from, to, axis) {
  return Math.atan2(new Vector3().crossVectors(from, to).dot(axis), from.dot(to));
}

export class Hand {
  /** `coordinates` has the coordinate that moves each body of a joint of one degree of freedom. */
  constructor(scene, coordinates) {
    Object.assign(this, {scene, coordinates, held: null});
    const {canvas} = scene;
    const listen = (type, act) => canvas.addEventListener(type, event => act(event), {capture: true});
    listen('pointerdown', event => this.grab(event));
    listen('pointermove', event => this.move(event));
    listen('pointerup', () => this.release());
    listen('pointercancel', () => this.release());
  }

  /** The body whose joint moves this one: itself, or one that carries it. */
  jointOf(body) {
    let at = body;
    while (at !== null && !this.coordinates.has(at)) {
      at = this.scene.bodies[at].parent;
    }
    return at;
  }

  grab(event) {
    const hit = event.button === 0 && this.scene.options.drag && !this.scene.gizmo?.axis && this.scene.hit(event);
    const joint = hit ? this.jointOf(hit.object.userData.body) : null;
    if (joint === null || !this.scene.bodies[joint].axis) {
      return;
    }
    const frame = this.scene.frames[joint];
    this.held = {joint, grip: frame.worldToLocal(hit.point.clone())};
    this.scene.controls.enabled = false;
    this.scene.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.held || this.scene.gizmo?.dragging) {
      return;
    }
    const {joint, grip} = this.held;
    const coordinate = this.coordinates.get(joint);
    const change = this.changeFor(this.scene.frames[joint], new Vector3(...this.scene.bodies[joint].axis), grip, event,
      coordinate.joint.type === 'prismatic');
    if (Number.isFinite(change) && change !== 0) {
      const value = Math.max(coordinate.lower, Math.min(coordinate.upper, coordinate.get() + change));
      coordinate.set(value);
      this.scene.moved(coordinate);
    }
  }

  /** How far the joint goes so that the grip comes to the pointer, or as near as it can. */
  changeFor(frame, localAxis, grip, event, slides) {
    const ray = this.scene.ray(event).ray;
    const axis = localAxis.normalize().transformDirection(frame.matrixWorld);
    const center = new Vector3().setFromMatrixPosition(frame.matrixWorld);
    const held = frame.localToWorld(grip.clone());
    const across = point => point.clone().sub(center).projectOnPlane(axis);
    if (!slides && Math.abs(ray.direction.dot(axis)) > STEEP) {
      const aim = ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(axis, held), new Vector3());
      return aim ? angleBetween(across(held), across(aim), axis) : 0;
    }
    const facing = new Plane().setFromNormalAndCoplanarPoint(this.scene.camera.getWorldDirection(new Vector3()), held);
    const aim = ray.intersectPlane(facing, new Vector3());
    const arm = across(held);
    const way = slides ? axis : new Vector3().crossVectors(axis, arm);
    return aim && way.lengthSq() > 1e-12 ? aim.sub(held).dot(way) / way.lengthSq() : 0;
  }

  release() {
    if (this.held) {
      this.held = null;
      this.scene.controls.enabled = true;
    }
  }
}

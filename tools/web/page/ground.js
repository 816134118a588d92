// The ground of the scene: the support polygon, and the plumb line of the center of mass with a cross at its foot.
import {BufferGeometry, DoubleSide, Line, LineBasicMaterial, LineLoop, Mesh, MeshBasicMaterial, Vector3} from 'three';

const INSIDE = 0x009e73;
const OUTSIDE = 0xd55e00;

export class Ground {
  constructor(scene) {
    const over = {depthTest: false, transparent: true};
    this.plumb = new Line(new BufferGeometry(), new LineBasicMaterial({color: 0xcc79a7, ...over}));
    this.edge = new LineLoop(new BufferGeometry(), new LineBasicMaterial(over));
    this.area = new Mesh(new BufferGeometry(), new MeshBasicMaterial({...over, opacity: 0.3, side: DoubleSide}));
    for (const part of [this.area, this.edge, this.plumb]) {
      part.frustumCulled = false;
      scene.add(part);
    }
  }

  /** Shows the support of a center of mass; `arm`: the size of the cross. */
  show(center, {foot, polygon, margin}, up, arm) {
    const first = Math.abs(up[0]) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    const across = first.projectOnPlane(new Vector3(...up)).setLength(arm);
    const along = new Vector3(...up).cross(across);
    const at = new Vector3(...foot);
    const cross = [[1, 0], [-1, 0], [0, 0], [0, 1], [0, -1]].map(([a, b]) =>
      at.clone().addScaledVector(across, a).addScaledVector(along, b));
    this.plumb.geometry.setFromPoints([center, at, ...cross]);
    const corners = polygon.map(corner => new Vector3(...corner));
    this.edge.geometry.dispose();
    this.edge.geometry = new BufferGeometry().setFromPoints(corners);
    this.area.geometry.dispose();
    this.area.geometry = new BufferGeometry().setFromPoints(corners.slice(2).flatMap((corner, i) => [corners[0], corners[i + 1], corner]));
    for (const part of [this.edge, this.area]) {
      part.material.color.set(margin >= 0 ? INSIDE : OUTSIDE);
    }
  }

  set visible(shown) {
    this.plumb.visible = this.edge.visible = this.area.visible = shown;
  }
}

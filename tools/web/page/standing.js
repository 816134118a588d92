// The center of mass and what supports it: the reader says which bodies stand on the ground.
import {at, make} from './dom.js';
import {lowest, outline, supportOf, upward} from './support.js';
import {digits, places} from './units.js';

export class Standing {
  /** `changed` is called when another body stands. */
  constructor({data, core}, changed) {
    Object.assign(this, {data, core, changed, corners: new Map(), up: upward(core.gravity)});
    this.list();
  }

  /** The numbers of the bodies that stand. */
  get bodies() {
    return [...this.corners.keys()];
  }

  /** Puts a body onto the ground, or lifts it. */
  toggle(body) {
    if (!this.corners.delete(body)) {
      this.corners.set(body, outline(this.data.bodies[body], this.data.meshes));
    }
    this.list();
    this.changed();
  }

  list() {
    const buttons = this.bodies.map(body => make('button', {type: 'button', title: 'stands no more',
      onclick: () => this.toggle(body)}, `${this.core.frames[body]} ×`));
    at('standing').replaceChildren(...(buttons.length > 0 ? buttons : ['none']));
  }

  /** Says what the present pose has; returns it for the scene. */
  show(frame) {
    const T = this.core.array('placements');
    const center = [...this.core.array('center')];
    const contacts = [...this.corners].map(([body, corners]) => lowest(corners, T, 16 * body, this.up));
    const support = supportOf(contacts, center, this.up);
    at('stand').textContent = `${this.core.frames[frame]} ${this.corners.has(frame) ? 'stands no more' : 'stands on the ground'}`;
    at('center').textContent = `at ${places(center)} m in the base frame`;
    at('support').textContent = support.margin === null ? '' :
      support.margin >= 0 ? `The plumb line falls into the support polygon, ${digits(support.margin)} m from its edge.` :
        `The plumb line falls ${digits(-support.margin)} m beside the support polygon.`;
    at('support').classList.toggle('outside', support.margin < 0 && support.margin !== null);
    return support;
  }
}

// The bodies as a tree, with search; the chosen one is the frame that the other panels are about.
import {at, make} from './dom.js';

/* Names of the frame at a tool, those that say it best first. */
const TOOLS = [/(^|_)(tool0|tcp)$/i, /(^|_)(ee|eef|end_?effector|tool)(_?(link|frame))?$/i, /(^|_)flange$/i];

/** The frame that is chosen at first: the tool's, by its name, or the last body. */
export function toolOf(bodies) {
  for (const name of TOOLS) {
    const found = bodies.findLastIndex(body => name.test(body.name ?? ''));
    if (found >= 0) {
      return found;
    }
  }
  return bodies.length - 1;
}

export class BodyTree {
  constructor(bodies, choose) {
    this.buttons = [];
    const items = bodies.map((body, i) => {
      const button = make('button', {type: 'button', 'aria-pressed': 'false', onclick: () => choose(i)}, body.name ?? '');
      const joint = body.joint ? make('span', {class: 'joint'}, ` ${body.joint}, ${body.type ?? ''}`) : '';
      this.buttons.push(button);
      return make('li', {}, make('div', {}, button, joint));
    });
    const lists = new Map();
    bodies.forEach((body, i) => {
      if (body.parent !== null) {
        if (!lists.has(body.parent)) {
          lists.set(body.parent, items[body.parent].appendChild(make('ul')));
        }
        lists.get(body.parent).append(items[i]);
      }
    });
    this.items = items;
    this.texts = bodies.map(body => `${body.name} ${body.joint ?? ''}`.toLowerCase());
    this.parents = bodies.map(body => body.parent);
    at('tree').append(make('ul', {}, items[0]));
    at('search').addEventListener('input', event => this.search(event.target.value));
  }

  /** Shows the bodies whose name, or whose joint's name, has the text, and the way to them. */
  search(text) {
    const wanted = text.trim().toLowerCase();
    const shown = this.texts.map(name => name.includes(wanted));
    const matches = shown.filter(Boolean).length;
    for (let i = shown.length - 1; i > 0; i--) { /* a child stands behind its parent */
      shown[this.parents[i]] ||= shown[i];
    }
    this.items.forEach((item, i) => { item.hidden = !shown[i]; });
    at('found').textContent = wanted === '' ? '' : `${matches} of ${shown.length}`;
  }

  show(chosen) {
    this.buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === chosen)));
  }
}

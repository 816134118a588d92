// Elements of the page.  Texts, which may be a robot's names, become text nodes and nothing else.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children);
  return element;
}

/** Makes an element; on... are listeners, other attributes are set unless false. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an element of a drawing. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Returns the element of this id. */
export function at(id) {
  return document.getElementById(id);
}

/** Shows a sentence for a while, to screen readers too. */
export function say(text) {
  at('said').textContent = text;
}

/** Hands text or a Blob to the reader as a file. */
export function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], {type}));
  make('a', {href: address, download: name.replace(/[^\w.-]/g, '_')}).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// What the page asks about files that were dropped: which of them is the robot, and the arguments of a file in xacro.
import {at, make} from './dom.js';

/** Shows a button for each file that may be the robot; `chosen` is called with the path of one. */
export function askForRobot(choices, chosen) {
  at('choices').replaceChildren(...choices.map(path => make('button', {type: 'button', onclick: () => chosen(path)}, path)));
}

/** Shows the arguments that a file declares, where `given` are the values that it has got.  `read` is called with those
 * and with what is typed; values that nobody typed follow from the file, as one that depends on another argument. */
export function askForValues(declared, given, open, read) {
  const fields = declared.map(({name, standard, value}) => make('label', {}, `${name} `,
    make('input', {type: 'text', name, value: given[name] ?? (value || standard), placeholder: standard})));
  at('arguments').hidden = declared.length === 0;
  at('arguments-list').replaceChildren(...fields);
  at('arguments-panel').open = open;
  at('arguments').onsubmit = event => {
    event.preventDefault();
    /* A default without a value was not reached; one that is no expression may be meant as it stands. */
    const isMeant = ({standard, value}) => !value && !standard.includes('$');
    const typed = fields.map(field => field.lastChild).filter((input, i) => input.value !== input.defaultValue || isMeant(declared[i]));
    read({...given, ...Object.fromEntries(typed.map(input => [input.name, input.value]))});
  };
}

// Messages of the page that has this one in a frame, and answers: docs/view.md tells them.

/** The numbers of a list as long as an array of the core; an error says what is wrong. */
function listFor(name, given, array) {
  if (!Array.isArray(given) || given.length !== array.length || !given.every(Number.isFinite)) {
    throw new Error(`${name}: expected a list of ${array.length} numbers`);
  }
  return given;
}

const REQUESTS = {
  /* Moves the robot, and sets its velocities and accelerations. */
  pose(page, message) {
    const lists = ['q', 'qd', 'qdd'].filter(name => message[name] !== undefined)
      .map(name => [page.core.array(name), listFor(name, message[name], page.core.array(name))]);
    lists.forEach(([array, values]) => array.set(values));
    page.core.forgetMove();
    page.moved();
  },
  /* Shows the row of the motion at a time. */
  time(page, {t}) {
    if (!page.player || !Number.isFinite(t)) {
      throw new Error(page.player ? 't: expected a time in s' : 'the page has no motion');
    }
    page.player.seek(t);
  },
  /* Chooses a body by its name. */
  frame(page, {name}) {
    const found = page.core.frames.indexOf(name);
    if (found < 0) {
      throw new Error(`name: the robot has no body '${name}'`);
    }
    page.choose(found);
  },
  state() {},
};

function stateOf(page) {
  page.update();
  const {core, frame} = page;
  const list = name => [...core.array(name)];
  return {condyle: 'answer', robot: page.data.robot, q: list('q'), qd: list('qd'), qdd: list('qdd'), tau: list('tau'),
    frame: core.frames[frame], T: list('placements').slice(16 * frame, 16 * frame + 16)};
}

/** Answers each request of the page around with the state after it, or with what is wrong; `pageOf` gives the page that
 * is shown.  No other window is answered, nor this one; answers are no requests, so no two pages answer each other. */
export function answerMessages(pageOf) {
  window.addEventListener('message', ({data, source, origin}) => {
    const asked = typeof data?.condyle === 'string' && Object.hasOwn(REQUESTS, data.condyle);
    if (!asked || source !== window.parent || source === window) {
      return;
    }
    const answer = () => {
      try {
        const page = pageOf();
        if (!page) {
          throw new Error('the page shows no robot');
        }
        REQUESTS[data.condyle](page, data);
        return stateOf(page);
      } catch (error) {
        return {condyle: 'error', text: error.message};
      }
    };
    source.postMessage({...answer(), id: data.id}, origin === 'null' ? '*' : origin);
  });
}

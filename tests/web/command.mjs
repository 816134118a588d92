// The command.
import {execFileSync} from 'node:child_process';

/** Runs condyle; returns what it prints. */
export function condyle(...words) {
  return execFileSync(process.env.CONDYLE, words, {encoding: 'utf8', maxBuffer: 1 << 28});
}

/** Runs condyle; returns one object of each line of JSON. */
export function objects(...words) {
  return condyle(...words, '--format', 'json').trim().split('\n').map(line => JSON.parse(line));
}

/** Runs condyle, which is to fail; returns its exit code, what it says and what it prints. */
export function failure(...words) {
  try {
    condyle(...words);
  } catch (error) {
    return {code: error.status, said: error.stderr.toString(), printed: error.stdout.toString()};
  }
  throw new Error(`condyle ${words.join(' ')} did not fail`);
}

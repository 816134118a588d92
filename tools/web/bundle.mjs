// Makes the page of condyle view out of its parts: one HTML file with scripts, style and core inside, which the command
// completes with a robot; as C, for the command to have it.
//
//   node bundle.mjs PAGE_FOLDER CORE_WASM OUTPUT_C
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {textOf85} from './page/bytes.js';

const [folder, wasm, output] = process.argv.slice(2);

/** The core, packed: the page unpacks it. */
const core = {
  name: 'core',
  setup(bundler) {
    bundler.onResolve({filter: /^core\.wasm\.gz$/}, ({path}) => ({path, namespace: 'core'}));
    bundler.onLoad({filter: /./, namespace: 'core'}, () => {
      const packed = gzipSync(readFileSync(wasm), {level: 9});
      return {contents: JSON.stringify({size: packed.length, text: textOf85(packed)}), loader: 'json'};
    });
  },
};

/** Scripts and three.js as one. */
async function bundle() {
  const result = await build({
    entryPoints: [join(folder, 'main.js')], bundle: true, minify: true, write: false, format: 'iife', target: 'es2022',
    plugins: [core], legalComments: 'inline', charset: 'ascii',
  });
  return result.outputFiles[0].text;
}

/** How a Content-Security-Policy names a script or a style that it allows. */
function hash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** C's string literals of a text, in pieces that stay readable to a debugger's user. */
function literals(text) {
  const lines = text.match(/[^]{1,2000}/gu) ?? [''];
  return lines.map(line => `    "${[...Buffer.from(line)].map(byte => {
    const character = String.fromCharCode(byte);
    return byte < 32 || byte > 126 || '"\\?'.includes(character) ? `\\${byte.toString(8).padStart(3, '0')}` : character;
  }).join('')}"`).join('\n');
}

const script = await bundle();
const style = readFileSync(join(folder, 'page.css'), 'utf8');
const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; ` +
  "img-src blob: data:; base-uri 'none'; form-action 'none'";
const parts = {CSP: policy, STYLE: style, SCRIPT: script};
const page = readFileSync(join(folder, 'page.html'), 'utf8').replace(/\b(CSP|STYLE|SCRIPT)\b/g, word => parts[word]);
const at = page.indexOf('>DATA<') + 1;
writeFileSync(output, `/* Written by tools/web/bundle.mjs. */
#include "commands/pictures/view_page.h"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif

const char *const view_page_head =
${literals(page.slice(0, at))};

const char *const view_page_tail =
${literals(page.slice(at + 'DATA'.length))};
`);

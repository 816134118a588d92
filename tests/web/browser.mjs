// A browser without a window, for the tests of the page.
import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const require = createRequire(join(process.env.SOURCE_ROOT, 'tools/web/package.json'));
const {chromium} = require('playwright-core');

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium; undefined where there is none. */
export const browserPath = PLACES.find(path => path && existsSync(path));

/** Starts the browser; the caller closes it. */
export function startBrowser() {
  return chromium.launch({executablePath: browserPath, headless: true,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']});
}

/** Opens a page from disk. */
export function openPage(browser, path, options = {}) {
  return openAddress(browser, pathToFileURL(path).href, options);
}

/** Opens a page; notes what it asks of the network and what goes wrong in it, and waits until it is ready. */
export async function openAddress(browser, address, options = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 800}, ...options});
  const page = await context.newPage();
  const requests = [];
  const problems = [];
  page.on('request', request => requests.push(request.url()));
  page.on('pageerror', error => problems.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error') {
      problems.push(message.text());
    }
  });
  page.on('dialog', dialog => {
    problems.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  return {page, context, requests, problems};
}

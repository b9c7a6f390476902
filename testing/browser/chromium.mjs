// Finds or installs a Chromium or Chrome for the browser journeys.
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, isDebianRoot, runQuietly } from '../system/packages.mjs'

export const noChromium =
  'The browser journeys need Chromium or Chrome: install one (on Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to where it is.'

// The shell is Chromium without a window, and takes a third less time.
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const wellKnown = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) =>
    join(process.env[name] ?? '', 'Google/Chrome/Application/chrome.exe'),
  ),
}

/** The browser of CHROMIUM_PATH, otherwise the first one installed, or undefined. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...(wellKnown[process.platform] ?? []), ...playwrightBrowsers()].find((file) =>
    existsSync(file),
  )
}

/** Browsers that Playwright has downloaded, newest first. */
function playwrightBrowsers() {
  const home = homedir()
  const caches = {
    darwin: join(home, 'Library/Caches/ms-playwright'),
    win32: join(home, 'AppData/Local/ms-playwright'),
  }
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? caches[process.platform] ?? join(home, '.cache/ms-playwright')
  if (!existsSync(cache)) return []
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ]
  const builds = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name))
  return builds
    .sort()
    .reverse()
    .flatMap((build) => programs.map((program) => join(cache, build, program)))
}

/** Installs what the journeys need: Debian's Chromium shell if we're root, otherwise Playwright's Chromium. */
export async function ensureChromium(/** @type {(sentence: string) => void} */ say) {
  const browser = findChromium()
  if (browser && (!isDebianRoot || process.env.CHROMIUM_PATH || browser.endsWith(SHELL))) return
  say('Installing Chromium for the browser journeys (once) ...')
  if (isDebianRoot) installPackages(SHELL)
  if (findChromium() === undefined) {
    runQuietly(
      join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules', '.bin', 'playwright'),
      'install',
      'chromium',
    )
  }
  if (findChromium() === undefined) say(noChromium)
}

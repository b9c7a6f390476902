// Runs before `npm start` and `npm test`, on the Node that started npm (20 or newer) and without any package
// installed yet: installs missing packages, builds the web app if it's stale, and otherwise exits quickly.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const goal = process.argv[2]
/** What npm has installed. */
const npmRecord = join(root, 'node_modules/.package-lock.json')

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Docketbox needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
}
await installPackages()
await buildWeb()
if (goal === 'test') {
  // Not at the top: packages may not be installed yet.
  const { ensureChromium } = await import('@docketbox/testing/browser/chromium')
  const { ensureClamd } = await import('@docketbox/testing/system/clamd')
  await ensureChromium(say)
  ensureClamd(say)
}

async function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stampFile = join(root, 'node_modules/.stamp-install')
  const stamp = `${process.platform}-${process.arch} ${hashOf([lock])}\n`
  if (readIfThere(stampFile) === stamp) return
  if (!isInstalled(JSON.parse(lock.toString()))) {
    say('Installing packages (a minute or so, only when they change) ...')
    // If the installation is interrupted, they no longer describe node_modules, even after going back to the earlier release.
    for (const file of [stampFile, npmRecord]) rmSync(file, { force: true })
    // Hides warnings about packages that need the newer Node they will run on.
    // Not `ci`, which refuses a lock file without the optional builds for other systems.
    const install = npm(
      'install',
      '--include=dev',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    )
    // npm before 11 ignores `allowScripts`, and this package would download libraries for graphics cards.
    await run(install, 'The packages could not be installed.', { ONNXRUNTIME_NODE_INSTALL: 'skip' })
  }
  await checkNode()
  writeFileSync(stampFile, stamp)
}

/** The Node that the product runs on is a package, which can't bring the system's libraries. */
async function checkNode() {
  const node = join(root, 'node_modules/.bin/node')
  if (process.platform !== 'linux' || !existsSync(node)) return
  const missing =
    'Node can’t start. If it misses libatomic.so.1, install libatomic1 (Debian, Ubuntu) or libatomic (Fedora).'
  await run([node, '--version'], missing)
}

/** Whether npm's record of node_modules already matches the lock file, for example after `npm install`. */
function isInstalled(
  /** @type {{ packages: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} */ {
    packages,
  },
) {
  const record = readIfThere(npmRecord)
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  return Object.entries(packages).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    const record = installed[path]
    return record === undefined ? optional === true : link === true || record.version === version
  })
}

async function buildWeb() {
  if (!existsSync(join(root, 'web/app/root.tsx'))) return
  const stampFile = join(root, 'web/build/.stamp-inputs')
  // The build puts these into the pages.
  const builtIn = ['PRODUCT_NAME', 'SUPPORT_EMAIL', 'LODGEMENT_ASKS_MYGOV_PASSWORD']
  const settings = builtIn.map((name) => `${name}=${process.env[name] ?? ''}`)
  const stamp = hashOf([
    ...settings,
    ...webInputs().flatMap((file) => [file, readFileSync(join(root, file))]),
  ])
  if (readIfThere(stampFile) === stamp) return
  say('Building the web app ...')
  rmSync(stampFile, { force: true })
  await run(npm('run', '--silent', 'build', '-w', '@docketbox/web'), 'The web app could not be built.')
  mkdirSync(join(root, 'web/build'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

function webInputs() {
  const folders = ['web/app', 'web/public', 'web/service-worker', 'contract'].flatMap(filesBelow)
  const configs = readdirSync(join(root, 'web')).filter((name) => /\.(ts|json|css|html)$/.test(name))
  const inputs = [
    ...folders,
    ...configs.map((name) => `web/${name}`),
    'package-lock.json',
    'tsconfig.base.json',
  ]
  return inputs.filter((file) => !/\.test\.tsx?$|\/testing\/|\/vitest\.config\.ts$/.test(file)).sort()
}

function filesBelow(/** @type {string} */ folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(root.length)
        .replaceAll('\\', '/'),
    )
}

function hashOf(/** @type {(string | Buffer)[]} */ parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

function readIfThere(/** @type {string} */ file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** The npm that runs this script. */
function npm(/** @type {string[]} */ ...args) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? [process.execPath, cli, ...args] : ['npm', ...args]
}

/** Runs a command silently. If it fails, shows its output and exits. */
async function run(
  /** @type {string[]} */ [command, ...args],
  /** @type {string} */ sentence,
  /** @type {Record<string, string>} */ env = {},
) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ending = await new Promise((resolve) =>
    child
      .on('error', ({ message }) => resolve(message))
      .on('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`))),
  )
  if (ending) fail(`${output.split('\n').slice(0, 40).join('\n')}\n${sentence} (${ending})`)
}

function say(/** @type {string} */ sentence) {
  console.log(sentence)
}

/** @returns {never} */
function fail(/** @type {string} */ sentence) {
  console.error(sentence)
  process.exit(1)
}

import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const TOOL = { name: 'tool', version: '1.0.0' }
const PRODUCT = { name: 'product', version: '1.0.0', devDependencies: { tool: 'file:tool' } }

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'docketbox-bootstrap-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'tool'))
  await cp(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'))
  await write('tool/package.json', TOOL)
  await write('package.json', PRODUCT)
  await lockPackages()
})

const write = (path: string, content: object) => writeFile(join(root, path), JSON.stringify(content))

async function lockPackages(added: object = {}): Promise<void> {
  const packages = {
    '': PRODUCT,
    'node_modules/tool': { resolved: 'tool', link: true },
    tool: { ...TOOL, dev: true },
    ...added,
  }
  await write('package-lock.json', { name: 'product', version: '1.0.0', lockfileVersion: 3, packages })
}

async function bootstrap(env: Record<string, string> = {}): Promise<void> {
  const { PATH, HOME } = process.env
  await promisify(execFile)(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'start'], {
    env: { PATH, HOME, ...env },
  })
}

const isToolThere = () =>
  lstat(join(root, 'node_modules/tool')).then(
    () => true,
    () => false,
  )

test('npm start installs what builds and runs the product, even with NODE_ENV=production', async () => {
  await bootstrap({ NODE_ENV: 'production' })
  expect(await isToolThere()).toBe(true)
})

test('after an upgrade whose packages could not be installed, going back installs the earlier ones', async () => {
  await bootstrap()
  await lockPackages({ 'node_modules/added': { version: '1.0.0' } })
  const npm_execpath = join(root, 'interrupted-npm.js')
  await writeFile(npm_execpath, `require('node:fs').rmSync('node_modules/tool')\nprocess.exit(1)`)
  await expect(bootstrap({ npm_execpath })).rejects.toThrow('The packages could not be installed.')
  expect(await isToolThere()).toBe(false)
  await lockPackages()
  await bootstrap()
  expect(await isToolThere()).toBe(true)
})

test('a library that Node misses is named, until it’s there', async () => {
  const tool = { ...TOOL, bin: { node: 'node.sh' } }
  await write('tool/package.json', tool)
  await lockPackages({ tool: { ...tool, dev: true } })
  const node = join(root, 'tool/node.sh')
  const failing = '#!/bin/sh\necho "error while loading shared libraries: libatomic.so.1" >&2; exit 127'
  await writeFile(node, failing, { mode: 0o755 })
  for (const _ of ['first', 'again'])
    await expect(bootstrap()).rejects.toThrow(/libatomic\.so\.1[^]*install libatomic1/)
  await writeFile(node, '#!/bin/sh\necho v26.0.0')
  await bootstrap()
})

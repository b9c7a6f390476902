import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('npm start installs what builds and runs the product, even with NODE_ENV=production', async () => {
  const root = await mkdtemp(join(tmpdir(), 'docketbox-bootstrap-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = (path: string, content: object) => writeFile(join(root, path), JSON.stringify(content))
  const product = { name: 'product', version: '1.0.0', devDependencies: { tool: 'file:tool' } }
  const tool = { name: 'tool', version: '1.0.0' }
  const packages = {
    '': product,
    'node_modules/tool': { resolved: 'tool', link: true },
    tool: { ...tool, dev: true },
  }
  await mkdir(join(root, 'tool'))
  await write('tool/package.json', tool)
  await write('package.json', product)
  await write('package-lock.json', { name: 'product', version: '1.0.0', lockfileVersion: 3, packages })
  await cp(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'))

  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'start'], { env })
  expect((await lstat(join(root, 'node_modules/tool'))).isSymbolicLink()).toBe(true)
})

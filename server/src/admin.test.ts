import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileCache } from '#testing/product-process.ts'

test.each([
  ['backup', ''],
  ['backup', 'folder', '--at', '20261122T141000123Z'],
  ['backup', 'verify', ''],
  ['restore', ''],
])('“admin %s %s” explains the commands, and writes nothing where it runs', (...args) => {
  const cwd = mkdtempSync(join(tmpdir(), 'docketbox-admin-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const admin = join(import.meta.dirname, 'admin.ts')
  const env = { NODE_ENV: 'test', DATABASE_URL: 'postgres://ann@127.0.0.1:1/x', ...compileCache }
  const { status, stderr } = spawnSync(process.execPath, [admin, ...args], { cwd, env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('npm run admin --') })
  expect(readdirSync(cwd)).toEqual([])
})

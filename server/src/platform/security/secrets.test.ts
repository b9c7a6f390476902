import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnvironment } from '#platform/config/environment.ts'
import { loadSecrets } from './secrets.ts'

let DATA_DIR: string
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'docketbox-secrets-'))
})
afterEach(() => rm(DATA_DIR, { recursive: true }))

const load = () => loadSecrets(readEnvironment({ DATA_DIR }))

test('secrets are created once, even if several processes start simultaneously', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, load))
  for (const other of [...others, await load()]) expect(other).toEqual(first)
  expect(await readdir(DATA_DIR)).toEqual(['secrets.json'])
  expect((await stat(join(DATA_DIR, 'secrets.json'))).mode & 0o077).toBe(0)
})

test('unreadable secrets are never replaced, because encrypted data would be lost', async () => {
  await writeFile(join(DATA_DIR, 'secrets.json'), '{"sessionSecret":')
  await expect(load()).rejects.toThrow('JSON')
})

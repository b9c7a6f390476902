import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CannotStart } from '#platform/config/cannot-start.ts'
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

test.each(['', '{"sessionSecret":', '{}'])(
  'damaged secrets are never replaced, because encrypted data would be lost: %j',
  async (text) => {
    const path = join(DATA_DIR, 'secrets.json')
    await writeFile(path, text)
    await expect(load()).rejects.toThrow(
      new CannotStart(`${path} is damaged. Restore the original file: it has the encryption key.`),
    )
    expect(await readFile(path, 'utf8')).toBe(text)
  },
)

test('an unreadable secrets file is named', async () => {
  const path = join(DATA_DIR, 'secrets.json')
  // A folder can't be read as a file, even by root.
  await mkdir(path)
  await expect(load()).rejects.toThrow(new CannotStart(`${path} can’t be read (EISDIR).`))
})

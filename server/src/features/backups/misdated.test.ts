import { copyFile, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Run } from '#platform/jobs/jobs.ts'
import { BACKUP_KEY, backUp, restoreElsewhere, temporaryFolder } from '#testing/backups.ts'
import { startTestServer } from '#testing/harness.ts'
// oxlint-disable-next-line no-restricted-imports -- an operator runs this command, no slice does.
import { runVerify } from '#commands/backups/backup.ts'
import { backUpNightly } from './nightly.ts'

const run: Run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const AHEAD = '20990101T000000000Z'

/** A folder with one backup, and a server that adds to it. */
async function makeBackups() {
  const location = await temporaryFolder()
  const server = await startTestServer({ BACKUP_DIR: location, BACKUP_KEY })
  const { name } = await backUp(server.deps, location)
  const fileOf = (backup: string) => join(location, 'backups', `${backup}.json`)
  return { server, location, name, fileOf }
}

test('backups dated in the future are reported, stay, and take no place of others', async () => {
  const { server, location, name, fileOf } = await makeBackups()
  const ahead = Array.from({ length: 14 }, (_, n) => `20990101T000000${100 + n}Z`)
  for (const one of ahead) await copyFile(fileOf(name), fileOf(one))
  await backUpNightly.handler(server.deps, {}, run)

  const files = (await readdir(join(location, 'backups'))).toSorted()
  expect(files).toHaveLength(16)
  expect(files[0]).toBe(`${name}.json`)
  const mail = await server.outbox.waitFor('support@docketbox.local', { subject: 'dated in the future' })
  expect(mail.text).toContain(ahead.join(', '))
})

test('a backup dated in the future isn’t restored as the newest', async () => {
  const { location, name, fileOf } = await makeBackups()
  await copyFile(fileOf(name), fileOf(AHEAD))
  const leftOut = `Left out, because it’s dated in the future: ${AHEAD}`
  expect(await verify(location)).toEqual([leftOut, expect.stringContaining(`Backup ${name}: `)])
  const { output } = await restoreElsewhere(location)
  expect(output).toEqual([leftOut, expect.stringContaining(`Restored the backup ${name} `)])
})

test('a backup dated in the future is restored by its name', async () => {
  const { location, name, fileOf } = await makeBackups()
  await rename(fileOf(name), fileOf(AHEAD))
  await expect(verify(location)).rejects.toThrow(`dated after this machine’s time: ${AHEAD}`)
  expect(await verify(location, AHEAD)).toEqual([expect.stringContaining(`Backup ${AHEAD}: `)])
})

async function verify(location: string, at?: string): Promise<string[]> {
  const output: string[] = []
  await runVerify({}, { location, at }, (line) => output.push(line))
  return output
}

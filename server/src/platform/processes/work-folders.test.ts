import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clearWorkFolders, createWorkFolder } from './work-folders.ts'

test('only working folders of processes that have ended are removed, whatever else is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-work-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  vi.stubEnv('TMPDIR', folder)
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const abandoned = [
    `docketbox-${hostname()}-${ended}-1-reading-aB3dE5`,
    `docketbox-${hostname()}-${process.pid}-1-web-aB3dE5`,
  ]
  const kept = [
    `docketbox-${hostname()}-${process.ppid}-1-reading-aB3dE5`,
    `docketbox-another-host-${ended}-1-reading-aB3dE5`,
    `docketbox-${hostname()}-data`,
    `docketbox-${hostname()}-${ended}-backup`,
  ]
  for (const name of [...abandoned, ...kept]) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'file'), 'a receipt')
  }
  const own = await createWorkFolder('reading')
  await clearWorkFolders()
  expect(await readdir(folder)).toEqual([...kept, basename(own)].toSorted())
  vi.unstubAllEnvs()
})

import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDisk } from './disk.ts'

test('when the files have a disk of their own, the fuller of both disks counts', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'docketbox-disk-'))
  const files = join(DATA_DIR, 'files')
  const { space } = createDisk({ DATA_DIR, DISK_RESERVE_MB: 1 })
  expect(await space()).toMatchObject({ folder: DATA_DIR, isLow: false })
  // A disk without any room.
  await symlink('/proc', files)
  expect(await space()).toMatchObject({ folder: files, freeBytes: 0, isLow: true })
  await rm(DATA_DIR, { recursive: true })
})

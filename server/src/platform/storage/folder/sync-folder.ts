import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Makes new names in a folder durable. Windows has no such call and doesn't need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes everything durable that was written to the disk of a folder; not on Windows. */
export async function syncDisk(folder: string): Promise<void> {
  const isLinux = process.platform === 'linux'
  await promisify(execFile)('sync', isLinux ? ['-f', folder] : [])
}

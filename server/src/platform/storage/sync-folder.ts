import { open } from 'node:fs/promises'

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

import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of a size written per second, one after another, each synced before the next begins. */
export async function syncedWritesPerSecond(
  folder: string,
  sizeBytes: number,
  count: number,
): Promise<number> {
  const target = await mkdtemp(join(folder, 'floor-'))
  const bytes = randomBytes(sizeBytes)
  const began = performance.now()
  for (let at = 0; at < count; at++) {
    const file = await open(join(target, String(at)), 'wx')
    await file.write(bytes)
    await file.sync()
    await file.close()
  }
  const seconds = (performance.now() - began) / 1000
  await rm(target, { recursive: true })
  return count / seconds
}

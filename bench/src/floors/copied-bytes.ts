import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds to copy every stored file of at least `minBytes` one after the other into one, and to sync that. */
export async function copyStoredFiles(dataDir: string, minBytes: number): Promise<number> {
  const names = await readdir(join(dataDir, 'files'), { recursive: true })
  const paths = names.map((name) => join(dataDir, 'files', name))
  const sizes = await Promise.all(paths.map(async (path) => ({ path, file: await stat(path) })))
  const sources = sizes.filter(({ file }) => file.isFile() && file.size >= minBytes)
  const target = join(dataDir, 'copied')
  const began = performance.now()
  const copy = await open(target, 'w')
  for (const { path } of sources)
    for await (const chunk of createReadStream(path, { highWaterMark: 512 * 1024 }))
      await copy.write(chunk as Buffer)
  await copy.sync()
  await copy.close()
  const milliseconds = performance.now() - began
  await rm(target)
  return milliseconds
}

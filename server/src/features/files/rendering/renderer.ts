import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Renderer, RendererClosed, type Rendering } from '#platform/storage/renderer.ts'
import { type RenderQueue, renderQueue } from './render-queue.ts'
import { uploadPriority } from './upload-priority.ts'

/** The one renderer of a process. Its child process and folder exist only once they're needed. */
export function createRenderer(): Renderer {
  let started: Promise<{ folder: string; queue: RenderQueue }> | undefined
  const current = new Map<string, Promise<Rendering>>()
  let isClosed = false

  function start() {
    started ??= (async () => {
      const folder = await mkdtemp(join(tmpdir(), 'docketbox-rendering-'))
      return { folder, queue: renderQueue(folder) }
    })()
    return started
  }

  async function renderOnce(open: () => Promise<Readable>, isUrgent: boolean): Promise<Rendering> {
    const { folder, queue } = await start()
    const workFolder = await mkdtemp(join(folder, 'file-'))
    const [path, thumbnail, page] = ['file', 'thumbnail.webp', 'page.webp'].map((name) =>
      join(workFolder, name),
    ) as [string, string, string]
    try {
      await pipeline(await open(), createWriteStream(path))
      const { pages = null } = await queue.run({ kind: 'render', path, thumbnail, page }, isUrgent)
      return { thumbnail: await readFile(thumbnail), page: await readFile(page), pages }
    } catch (error) {
      // Closing removes the folder, so anything can fail.
      throw isClosed ? new RendererClosed() : error
    } finally {
      await rm(workFolder, { recursive: true, force: true })
    }
  }

  return {
    ...uploadPriority(),
    async isLocked(path) {
      const { queue } = await start()
      const { isLocked = false } = await queue.run({ kind: 'isLocked', path }, true)
      return isLocked
    },
    render(key, open, { isUrgent }) {
      const running = current.get(key)
      if (running) return running
      const rendering = renderOnce(open, isUrgent).finally(() => current.delete(key))
      current.set(key, rendering)
      return rendering
    },
    async close() {
      isClosed = true
      const running = await started
      running?.queue.close()
      if (running) await rm(running.folder, { recursive: true, force: true })
    },
  }
}

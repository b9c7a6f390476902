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

  /** Copies files to a folder of their own while `work` runs. */
  async function withCopies<Result>(
    files: (() => Promise<Readable>)[],
    work: (queue: RenderQueue, paths: string[], folder: string) => Promise<Result>,
  ): Promise<Result> {
    const { folder, queue } = await start()
    const workFolder = await mkdtemp(join(folder, 'file-'))
    const paths = files.map((_, index) => join(workFolder, `file-${index}`))
    try {
      for (const [index, open] of files.entries())
        await pipeline(await open(), createWriteStream(paths[index]!))
      return await work(queue, paths, workFolder)
    } catch (error) {
      // Closing removes the folder, so anything can fail.
      throw isClosed ? new RendererClosed() : error
    } finally {
      await rm(workFolder, { recursive: true, force: true })
    }
  }

  function renderOnce(open: () => Promise<Readable>, isUrgent: boolean): Promise<Rendering> {
    return withCopies([open], async (queue, [path], folder) => {
      const [thumbnail, page] = [join(folder, 'thumbnail.webp'), join(folder, 'page.webp')]
      const { pages = null } = await queue.run({ kind: 'render', path: path!, thumbnail, page }, isUrgent)
      return { thumbnail: await readFile(thumbnail), page: await readFile(page), pages }
    })
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
    renderPage: (open, number) =>
      withCopies([open], async (queue, [path], folder) => {
        const page = join(folder, 'page.webp')
        await queue.run({ kind: 'renderPage', path: path!, page, number }, true)
        return readFile(page)
      }),
    fingerprint: (open) =>
      withCopies([open], async (queue, [path]) => {
        const { fingerprint } = await queue.run({ kind: 'fingerprint', path: path! }, false)
        return fingerprint!
      }),
    showTheSame: (open, openOther) =>
      withCopies([open, openOther], async (queue, [path, other]) => {
        const { areTheSame } = await queue.run({ kind: 'compare', path: path!, other: other! }, false)
        return areTheSame!
      }),
    adjust: (open, adjustment) =>
      withCopies([open], async (queue, [path], folder) => {
        const result = join(folder, 'adjusted.jpg')
        const { size } = await queue.run({ kind: 'adjust', path: path!, result, adjustment }, true)
        return { bytes: await readFile(result), ...size! }
      }),
    async close() {
      isClosed = true
      const running = await started
      running?.queue.close()
      if (running) await rm(running.folder, { recursive: true, force: true })
    },
  }
}

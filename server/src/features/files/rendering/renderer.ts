import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Turn } from '#platform/processes/child-queue.ts'
import { type Renderer, RendererClosed, type Rendering } from '#platform/storage/renderer.ts'
import { createWorkFolder, keepFromCleaning } from '#platform/processes/work-folders.ts'
import { type RenderQueue, renderQueue } from './render-queue.ts'
import { uploadPriority } from './upload-priority.ts'

/** `comparisons` runs what no user waits for. */
type Started = { folder: string; queue: RenderQueue; comparisons: RenderQueue }

/** The one renderer of a process. Its child processes and folder exist only once they're needed. */
export function createRenderer(): Renderer {
  let started: Promise<Started> | undefined
  let running: Started | undefined
  const current = new Map<string, { rendering: Promise<Rendering>; turn: Turn }>()
  let isClosed = false

  function start() {
    started ??= (async () => {
      const folder = await createWorkFolder('rendering')
      // It's mostly empty.
      await writeFile(join(folder, 'keep'), '')
      await keepFromCleaning(folder)
      return (running = {
        folder,
        queue: renderQueue(folder),
        comparisons: renderQueue(folder, { givesWay: true }),
      })
    })()
    return started
  }

  /** Copies files to a separate folder while `work` runs. */
  async function withCopies<Result>(
    files: (() => Promise<Readable>)[],
    work: (started: Started, paths: string[], folder: string) => Promise<Result>,
  ): Promise<Result> {
    if (isClosed) throw new RendererClosed()
    const started = await start()
    const workFolder = await mkdtemp(join(started.folder, 'file-'))
    const paths = files.map((_, index) => join(workFolder, `file-${index}`))
    try {
      for (const [index, open] of files.entries())
        await pipeline(await open(), createWriteStream(paths[index]!))
      return await work(started, paths, workFolder)
    } catch (error) {
      // Closing removes the folder, so anything can fail.
      throw isClosed ? new RendererClosed() : error
    } finally {
      await rm(workFolder, { recursive: true, force: true })
    }
  }

  function renderOnce(open: () => Promise<Readable>, turn: Turn): Promise<Rendering> {
    return withCopies([open], async ({ queue }, [path], folder) => {
      const [thumbnail, page] = [join(folder, 'thumbnail.webp'), join(folder, 'page.webp')]
      const { pages = null } = await queue.run({ kind: 'render', path: path!, thumbnail, page }, turn)
      return { thumbnail: await readFile(thumbnail), page: await readFile(page), pages }
    })
  }

  return {
    ...uploadPriority(),
    render(key, open, { owner, isUrgent }) {
      const same = current.get(key)
      if (same) {
        same.turn.isUrgent ||= isUrgent
        return same.rendering
      }
      const turn = { owner, isUrgent }
      const rendering = renderOnce(open, turn).finally(() => current.delete(key))
      current.set(key, { rendering, turn })
      return rendering
    },
    renderPage: (open, { owner, page: number }) =>
      withCopies([open], async ({ queue }, [path], folder) => {
        const page = join(folder, 'page.webp')
        await queue.run({ kind: 'renderPage', path: path!, page, number }, { owner, isUrgent: true })
        return readFile(page)
      }),
    fingerprint: (open, owner) =>
      withCopies([open], async ({ comparisons }, [path]) => {
        const { fingerprint } = await comparisons.run(
          { kind: 'fingerprint', path: path! },
          { owner, isUrgent: false },
        )
        return fingerprint!
      }),
    isSamePicture: (pictures, { owner, areDrawn }) =>
      withCopies([...pictures], async ({ comparisons }, [path, other]) => {
        const task = { kind: 'compare', path: path!, other: other!, areDrawn } as const
        const { areTheSame } = await comparisons.run(task, { owner, isUrgent: false })
        return areTheSame!
      }),
    adjust: (open, { owner, adjustment }) =>
      withCopies([open], async ({ queue }, [path], folder) => {
        const result = join(folder, 'adjusted.jpg')
        const task = { kind: 'adjust', path: path!, result, adjustment } as const
        const { size } = await queue.run(task, { owner, isUrgent: true })
        return { bytes: await readFile(result), ...size! }
      }),
    overBudget: () =>
      running ? [...new Set([...running.queue.overBudget(), ...running.comparisons.overBudget()])] : [],
    async close() {
      isClosed = true
      const opened = await started
      opened?.queue.close()
      opened?.comparisons.close()
      // A file may just be written to it.
      if (opened) await rm(opened.folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

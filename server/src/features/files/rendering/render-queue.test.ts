import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commonRefusals } from '@docketbox/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { docketJpeg, lockedPdf } from '@docketbox/testing/files/samples'
import { PreviewFailed } from '#platform/storage/renderer.ts'
import { type RenderQueue, renderQueue } from './render-queue.ts'

let folder: string
let queue: RenderQueue
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-queue-'))
})
afterEach(async () => {
  queue.close()
  await rm(folder, { recursive: true, force: true })
})

const [thumbnail, page] = ['thumbnail.webp', 'page.webp']
const write = async (name: string, content: Buffer | string) => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const render = (path: string) =>
  queue.run(
    { kind: 'render', path, thumbnail: join(folder, thumbnail), page: join(folder, page) },
    {
      owner: 'ann',
      isUrgent: false,
    },
  )

describe('the renderer', () => {
  test('runs one task after the other, and continues after a file it can’t read', async () => {
    queue = renderQueue(folder)
    const [photo, broken, locked] = await Promise.all([
      write('photo', await docketJpeg()),
      write('broken', 'not a picture'),
      write('locked', lockedPdf()),
    ])
    const results = await Promise.allSettled([render(broken), render(locked), render(photo)])
    expect(results[0]).toMatchObject({ status: 'rejected', reason: expect.any(PreviewFailed) })
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { reason: 'locked' } })
    expect(results[2]).toMatchObject({ status: 'fulfilled' })
    expect((await readFile(join(folder, page))).length).toBeGreaterThan(1000)
  })

  test('can’t write outside its folder', async () => {
    queue = renderQueue(join(folder, 'inside'))
    await mkdir(join(folder, 'inside'))
    await expect(render(await write('photo', await docketJpeg()))).rejects.toThrow(
      /permission|access|denied|unable/i,
    )
  })

  test('can crash: that file has no preview, the next one does', async () => {
    const dying = await write(
      'dying.mjs',
      `process.on('message', ({ path }) => path.endsWith('bad') ? process.kill(process.pid, 'SIGKILL') : process.send({ pages: 7 }))`,
    )
    queue = renderQueue(folder, { program: dying })
    const results = await Promise.allSettled([render('bad'), render('good')])
    expect(results[0]).toMatchObject({ status: 'rejected', reason: expect.any(PreviewFailed) })
    expect(results[1]).toMatchObject({ value: { pages: 7 } })
  })

  test('is killed if it takes too long', async () => {
    const slow = await write('slow.mjs', `process.on('message', () => undefined)`)
    queue = renderQueue(folder, { program: slow, timeoutMs: 300 })
    await expect(render('endless')).rejects.toMatchObject({ name: 'PreviewFailed', reason: 'tookTooLong' })
  })

  test('stops with the server, without blaming the current file', async () => {
    const slow = await write('slow.mjs', `process.on('message', () => undefined)`)
    queue = renderQueue(folder, { program: slow })
    const pending = render('endless').catch((error: unknown) => error)
    queue.close()
    expect(await pending).not.toBeInstanceOf(PreviewFailed)
    await expect(render('later')).rejects.toMatchObject({ spec: commonRefusals.unavailable })
  })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commonRefusals } from '@docketbox/contract'
import { bombPdf } from '@docketbox/testing/files/hostile'
import { docketJpeg, docketPicture } from '@docketbox/testing/files/samples'
import { createLog } from '#platform/config/log.ts'
import type { Reader } from '#platform/storage/reader.ts'
import { readQueue } from './read-queue.ts'
import { createReader } from './reader.ts'

let folder: string
let reader: Reader
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-reader-'))
})
afterEach(async () => {
  await reader.close()
  await rm(folder, { recursive: true, force: true })
})

const [config, log] = [{ READING: 'on', READING_MODEL_DIR: undefined } as const, createLog('silent')]
const read = (content: string | Buffer) =>
  reader.read({
    owner: 'ann',
    open: async () => Readable.from([content]),
    type: 'image/png',
    latestDay: '2026-11-22',
    signal: new AbortController().signal,
  })

/** A reader whose child process runs this program. */
async function readerRunning(program: string, settings: { timeoutMs?: number; idleMs?: number } = {}) {
  const path = join(folder, 'program.mjs')
  await writeFile(path, `import { readFileSync } from 'node:fs'; ${program}`)
  return createReader({ config, log, queue: readQueue({ program: path, givesWay: false, ...settings }) })
}
const reply = `process.send({ reading: { text: String(process.pid), fields: {}, pages: 1 }, memoryMb: 0 })`

describe('the reader', () => {
  test('fails a file that crashes it, and reads the next one', async () => {
    reader = await readerRunning(
      `process.on('message', ({ path }) => readFileSync(path, 'utf8') === 'bad' ? process.abort() : ${reply})`,
    )
    const results = await Promise.allSettled([read('bad'), read('good')])
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { reason: 'crashed' } })
    expect(results[1]).toMatchObject({ status: 'fulfilled', value: { pages: 1 } })
  })

  test('is killed when it hangs on a file, and reads the next one', async () => {
    reader = await readerRunning(
      `process.on('message', ({ path }) => { while (readFileSync(path, 'utf8') === 'bad'); ${reply} })`,
      { timeoutMs: 2000 },
    )
    const results = await Promise.allSettled([read('bad'), read('good')])
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { reason: 'tookTooLong' } })
    expect(results[1]).toMatchObject({ status: 'fulfilled' })
  })

  test('can be killed in the middle of a file by the system', async () => {
    reader = await readerRunning(
      `process.on('message', ({ path }) => readFileSync(path, 'utf8') === 'bad' ? process.kill(process.pid, 'SIGKILL') : ${reply})`,
    )
    await expect(read('bad')).rejects.toMatchObject({ reason: 'crashed' })
    await expect(read('good')).resolves.toMatchObject({ pages: 1 })
  })

  test('fails a file when its process can’t start, instead of waiting for it', async () => {
    const queue = readQueue({ program: join(folder, 'missing.mjs'), givesWay: false })
    reader = createReader({ config, log, queue })
    await expect(read('good')).rejects.toMatchObject({ reason: 'crashed' })
  })

  test('gets a new process after 100 files', async () => {
    reader = await readerRunning(`process.on('message', () => ${reply})`)
    const readings = await Promise.all(Array.from({ length: 101 }, () => read('good')))
    expect(new Set(readings.map(({ text }) => text)).size).toBe(2)
  })

  test('gets a new process when the old one has grown too large', async () => {
    reader = await readerRunning(
      `process.on('message', () => ${reply.replace('memoryMb: 0', 'memoryMb: 700')})`,
    )
    const [first, second] = [await read('one'), await read('two')]
    expect(second.text).not.toBe(first.text)
  })

  test('gets a new process after a file that failed, so that another try has its memory', async () => {
    const fail = `process.send({ problem: 'std::bad_alloc', memoryMb: 0 })`
    const program = `process.on('message', ({ path }) => readFileSync(path, 'utf8') === 'bad' ? ${fail} : ${reply})`
    reader = await readerRunning(program)
    const { text: before } = await read('good')
    await expect(read('bad')).rejects.toMatchObject({ reason: 'unreadable' })
    const { text: after } = await read('good')
    expect(after).not.toBe(before)
  })

  test('ends its process when there is nothing to read', async () => {
    reader = await readerRunning(`process.on('message', () => ${reply})`, { idleMs: 50 })
    const { text: pid } = await read('one')
    await expect.poll(() => isRunning(Number(pid))).toBe(false)
  })

  test('reports a file it can’t open', async () => {
    reader = createReader({ config, log })
    await expect(read('not a picture')).rejects.toMatchObject({ name: 'ReadingFailed', reason: 'unreadable' })
  })

  test('ends itself when it takes too much memory', async () => {
    reader = createReader({ config, log, queue: readQueue({ maxMemoryMb: 30 }) })
    await expect(read(await docketJpeg())).rejects.toMatchObject({ reason: 'crashed' })
  })

  test(
    'takes less memory than it may, for a bomb and for the largest picture',
    { timeout: 90_000 },
    async () => {
      const queue = readQueue({ timeoutMs: 60_000 })
      reader = createReader({ config, log, queue })
      const run = async (bytes: Buffer, type: string) => {
        const path = join(folder, 'file')
        await writeFile(path, bytes)
        const task = { path, type, latestDay: '2026-11-22' }
        return queue.run(task, { owner: 'ann', isUrgent: false })
      }
      const bomb = await run(bombPdf(2_500), 'application/pdf')
      expect(bomb.problem).toContain('unpacks to more than we allow')
      const picture = await run(await docketPicture('png', 7_000, 7_000), 'image/png')
      expect(picture.reading).toMatchObject({ pages: 1 })
      expect(picture.peakMemoryMb).toBeLessThan(740)
    },
  )

  test('stops with the server, without blaming the current file', async () => {
    reader = await readerRunning(`process.on('message', () => undefined)`)
    const pending = read('endless').catch((error: unknown) => error)
    await expect.poll(async () => (await reader.status()) === 'ready').toBe(true)
    await reader.close()
    expect(await pending).toMatchObject({ spec: commonRefusals.unavailable })
  })
})

describe('the reader’s status', () => {
  test('is ready with the models of the package', async () => {
    reader = createReader({ config, log })
    await expect(reader.status()).resolves.toBe('ready')
  })

  test('is off by configuration', async () => {
    reader = createReader({ config: { ...config, READING: 'off' }, log })
    await expect(reader.status()).resolves.toBe('off')
  })

  test('is unusable when the models are missing or damaged', async () => {
    reader = createReader({ config: { ...config, READING_MODEL_DIR: join(folder, 'none') }, log })
    await expect(reader.status()).resolves.toBe('unusable')
    const damaged = join(folder, 'damaged')
    await mkdir(damaged)
    for (const name of [
      'ch_PP-OCRv4_det_infer.onnx',
      'ch_PP-OCRv4_rec_infer.onnx',
      'ch_ppocr_mobile_v2.0_cls_infer.onnx',
      'ppocr_keys_v1.txt',
    ])
      // prettier-ignore
      await writeFile(join(damaged, name), 'not a model')
    reader = createReader({ config: { ...config, READING_MODEL_DIR: damaged }, log })
    await expect(reader.status()).resolves.toBe('unusable')
  })
})

test('unusable models are logged at the start, before anything is read', async () => {
  const error = vi.fn<(about: object, message?: string) => void>()
  reader = createReader({ config: { ...config, READING_MODEL_DIR: folder }, log: { error } as never })
  await expect
    .poll(() => error.mock.calls)
    .toContainEqual([expect.anything(), expect.stringContaining('models are unusable')])
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

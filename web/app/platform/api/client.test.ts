import { endpoint, file } from '@docketbox/contract/core/endpoint'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { signInAs, tokenUntil } from '#testing/render.tsx'
import { call, send } from './client.ts'
import { download } from '../download/download.ts'
import { ApiError, isUnanswered } from './error.ts'
import { readSession, startSession } from '#platform/session/session.ts'

const rename = endpoint('PATCH /api/boxes/:id', {
  right: 'receipts:read',
  summary: 'Renames a box.',
  params: z.object({ id: z.string() }),
  query: z.object({ quietly: z.string().optional() }),
  body: z.strictObject({ name: z.string().min(1, 'A name is required.') }),
  response: z.object({ name: z.string() }),
})
const knock = endpoint('POST /api/knock', {
  right: 'public',
  summary: 'Knocks.',
  response: z.object({ heard: z.boolean() }),
})
const attach = endpoint('POST /api/attach', {
  right: 'receipts:read',
  summary: 'Attaches a file.',
  body: file,
  response: z.object({ sizeBytes: z.number() }),
})
const fetchFile = endpoint('GET /api/file', {
  right: 'receipts:read',
  summary: 'Answers a file.',
  response: file,
})

const input = { params: { id: 'a/b' }, query: {}, body: { name: 'Fuel' } }
const calls = [
  ['a call', () => call(rename, input)],
  ['an upload', () => send(attach, { body: new File(['1'], 'a.png') })],
] as const
const networkError = { message: 'Network error. Please check your connection.', isTemporary: true }

test('a call fills in the URL, sends the session and validates the response', async () => {
  signInAs()
  serveFakes(
    fake(rename, ({ params, body, headers }) => {
      expect(params.id).toBe('a/b')
      expect(headers['authorization']).toBe(`Bearer ${readSession()?.token}`)
      return { name: body.name }
    }),
  )
  expect(await call(rename, input)).toEqual({ name: 'Fuel' })
})

test('a response of a newer server is read without the fields that this page doesn’t know', async () => {
  const shelf = z.strictObject({ name: z.string(), boxes: z.array(z.strictObject({ size: z.int() })) })
  const read = endpoint('GET /api/shelf', { ...knock, response: shelf })
  const newer = { name: 'Top', colour: 'red', boxes: [{ size: 1 }, { size: 2, lid: { isOn: true } }] }
  serveFakes(fake(read, () => Response.json(newer)))
  expect(await call(read, {})).toEqual({ name: 'Top', boxes: [{ size: 1 }, { size: 2 }] })
  serveFakes(fake(read, () => Response.json({ ...newer, boxes: [{ size: 'large', lid: true }] })))
  await expect(call(read, {})).rejects.toThrow('Please reload the page')
})

test('a public call sends no session', async () => {
  signInAs()
  serveFakes(fake(knock, ({ headers }) => ({ heard: headers['authorization'] === undefined })))
  expect(await call(knock, {})).toEqual({ heard: true })
})

test('a refusal has the message, the code and every invalid field', async () => {
  signInAs()
  serveFakes(fake(rename, () => ({ name: '' })))
  const refused = await call(rename, { ...input, body: { name: '' } }).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: commonRefusals.invalidInput.code,
    message: commonRefusals.invalidInput.message,
    fields: { name: 'A name is required.' },
  })
})

test('no response at all is a network error', async () => {
  serveNothing()
  await expect(call(knock, {})).rejects.toThrow('Network error. Please check your connection.')
})

describe('a connection that stalls', () => {
  beforeEach(() => void vi.useFakeTimers())
  const failureOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)
  const never = () => new Promise<never>(() => undefined)

  test('times out a call', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })
    })
    const failure = failureOf(call(knock, {}))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await failure).toMatchObject(networkError)
  })

  test('times out an upload, unless it’s still sending', async () => {
    signInAs()
    serveFakes(fake(attach, never))
    const settled = vi.fn<() => void>()
    const failure = failureOf(send(attach, { body: new File(['1'], 'a.png') })).finally(settled)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject(networkError)
  })

  test.each([
    ['a list', rename, input],
    ['a file', fetchFile, {}],
  ] as const)('times out the response of a call that has started: %s', async (_, endpoint, parts) => {
    signInAs()
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const begun = new ReadableStream({
        start(stream) {
          stream.enqueue(new Uint8Array(3))
          signal?.addEventListener('abort', () => stream.error(new DOMException('Aborted', 'AbortError')))
        },
      })
      return Promise.resolve(new Response(begun))
    })
    const failure = failureOf(call(endpoint as typeof rename, parts as typeof input))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await failure).toMatchObject(networkError)
  })

  test('times out a download that has started', async () => {
    const begun = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(3)) })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(begun)))
    const failure = failureOf(download(fetchFile, {}))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await failure).toMatchObject(networkError)
  })
})

test('a response that breaks off is a network error', async () => {
  signInAs()
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken)))
  const failure = await call(rename, input).catch((error: unknown) => error)
  expect(failure).toMatchObject(networkError)
})

test.each(calls)(
  '%s fails, and may have been done, if its response isn’t one of this version',
  async (_, run) => {
    signInAs()
    const foreign = () => Response.json({ of: 'another version' })
    serveFakes(fake(rename, foreign), fake(attach, foreign))
    const failure = await run().catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message: 'Something went wrong. Please reload the page and try again.',
      isTemporary: false,
    })
    expect(isUnanswered(failure as Error)).toBe(true)
  },
)

test.each(calls)('%s that a Wi-Fi responds to with its login page can be retried', async (_, run) => {
  signInAs()
  const loginPage = () => new Response('<title>Welcome</title>', { headers: { 'content-type': 'text/html' } })
  serveFakes(fake(rename, loginPage), fake(attach, loginPage))
  const failure = await run().catch((error: unknown) => error)
  expect(failure).toMatchObject({ isTemporary: true, isUnreachable: true })
  expect(isUnanswered(failure as Error)).toBe(true)
})

test('a session the server no longer accepts is removed from the device', async () => {
  signInAs()
  serveFakes(fake(rename, () => refuse(commonRefusals.signInRequired)))
  await expect(call(rename, input)).rejects.toBeInstanceOf(ApiError)
  expect(readSession()).toBeUndefined()
})

test.each(calls)(
  '%s of an earlier session that’s refused late doesn’t end the one that has begun since',
  async (_, run) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const refuseLate = async () => {
      await promise
      return refuse(commonRefusals.signInRequired)
    }
    serveFakes(fake(rename, refuseLate), fake(attach, refuseLate))
    signInAs()
    const late = run()
    const next = tokenUntil(Date.now() + 7_200_000)
    startSession({ token: next, role: 'User', user: { _id: 'u2' }, rememberMe: false })
    resolve()
    await expect(late).rejects.toBeInstanceOf(ApiError)
    expect(readSession()?.token).toBe(next)
  },
)

test("a wrong password at login doesn't end the session", async () => {
  signInAs()
  serveFakes(fake(knock, () => refuse(commonRefusals.signInRequired)))
  await expect(call(knock, {})).rejects.toBeInstanceOf(ApiError)
  expect(readSession()).toBeDefined()
})

test("a cancelled call isn't a network error", async () => {
  serveFakes(fake(knock, () => ({ heard: true })))
  await expect(call(knock, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
})

test('an upload reports its progress', async () => {
  signInAs()
  serveFakes(fake(attach, ({ body }) => ({ sizeBytes: body.size })))
  const seen: number[] = []
  const response = await send(
    attach,
    { body: new File(['12345678'], 'a.png') },
    { onProgress: (p) => seen.push(p.sentBytes) },
  )
  expect(response).toEqual({ sizeBytes: 8 })
  expect(seen).toEqual([4, 8])
})

test("a refused upload has the server's message", async () => {
  signInAs()
  serveFakes(fake(attach, () => refuse(commonRefusals.tooLarge)))
  await expect(send(attach, { body: new File(['1'], 'a.png') })).rejects.toThrow(
    commonRefusals.tooLarge.message,
  )
})

test('a download returns every byte and reports its progress', async () => {
  signInAs()
  serveFakes(fake(fetchFile, () => new Blob(['photo bytes'])))
  const seen: number[] = []
  const { blob } = await download(fetchFile, {}, { onProgress: (p) => seen.push(p.sentBytes) })
  expect(await blob.text()).toBe('photo bytes')
  expect(seen.at(-1)).toBe(11)
})

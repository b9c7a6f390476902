import { endpoint, file } from '@docketbox/contract/core/endpoint'
import { waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { download } from './download.ts'

const fetchFile = endpoint('GET /api/file', {
  right: 'public',
  summary: 'Answers a file.',
  response: file,
})

const whole = new TextEncoder().encode('0123456789')

/** A body that breaks off before byte `until`, with an error or without a word. */
function broken(from: number, until: number, isSilent: boolean) {
  let isSent = false
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (!isSent && until > from) controller.enqueue(whole.subarray(from, until))
      else if (isSilent) controller.close()
      else controller.error(new TypeError('network error'))
      isSent = true
    },
  })
}

function serve(answers: ((from: number) => Response | Promise<Response>)[], pages: string[] = []) {
  const ranges: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    // Other files share the window, and what they loaded may ask for something else once it's online.
    if (url !== fetchFile.path) throw new TypeError('Failed to fetch')
    const range = headers['range']
    pages.push(headers['page-id']!)
    ranges.push(range === undefined ? undefined : `${range} ${headers['if-range']}`)
    return answers[ranges.length - 1]!(Number(/\d+/.exec(range ?? '0')![0]))
  })
  return ranges
}

const first =
  (until: number, isSilent = false) =>
  () =>
    new Response(broken(0, until, isSilent), { headers: { 'content-length': '10', etag: '"a"' } })
const part =
  (until: number, isSilent = false) =>
  (from: number) =>
    new Response(broken(from, until, isSilent), { status: 206 })
const offline = () => Promise.reject<Response>(new TypeError('Failed to fetch'))

test.each([false, true])(
  'an interrupted download continues where it stopped (silently: %j)',
  async (isSilent) => {
    const ranges = serve([first(4, isSilent), part(7, isSilent), part(10, true)])
    const progress: number[] = []
    const { blob } = await download(
      fetchFile,
      {},
      { onProgress: ({ sentBytes }) => progress.push(sentBytes) },
    )
    expect(await blob.text()).toBe('0123456789')
    expect(ranges).toEqual([undefined, 'bytes=4- "a"', 'bytes=7- "a"'])
    expect(progress).toEqual([4, 7, 10])
  },
)

test('the server can tell that the same page continues its download', async () => {
  const pages: string[] = []
  serve([first(4), part(10, true)], pages)
  await download(fetchFile, {})
  expect(pages).toEqual([expect.stringMatching(/^[\w-]{36}$/), pages[0]])
})

test('an interrupted download waits for the network', async () => {
  const ranges = serve([first(4), offline, part(10, true)])
  const listen = vi.spyOn(window, 'addEventListener')
  const downloading = download(fetchFile, {})
  await waitFor(() => expect(listen).toHaveBeenCalledWith('online', expect.any(Function)))
  expect(ranges).toHaveLength(2)
  window.dispatchEvent(new Event('online'))
  expect(await (await downloading).blob.text()).toBe('0123456789')
})

test('an interrupted download starts again if the file has changed', async () => {
  const ranges = serve([
    first(4),
    () => new Response(broken(0, 7, true), { headers: { 'content-length': '10', etag: '"b"' } }),
    part(10, true),
  ])
  const progress: number[] = []
  const { blob } = await download(fetchFile, {}, { onProgress: ({ sentBytes }) => progress.push(sentBytes) })
  expect(await blob.text()).toBe('0123456789')
  expect(ranges).toEqual([undefined, 'bytes=4- "a"', 'bytes=7- "b"'])
  expect(progress).toEqual([4, 7, 10])
})

test('an interrupted download waits for as long as the device is offline', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => onLine.mockRestore())
  const ranges = serve([first(4), ...Array.from({ length: 9 }, () => offline), part(10, true)])
  const downloading = download(fetchFile, {})
  await vi.waitUntil(() => window.dispatchEvent(new Event('online')) && ranges.length === 11, { interval: 1 })
  expect(await (await downloading).blob.text()).toBe('0123456789')
})

const loginPage = () => new Response('<p>Log in</p>', { headers: { 'content-type': 'text/html' } })

test('the login page of a hotel’s Wi-Fi isn’t saved as the file that’s downloaded', async () => {
  serve([loginPage])
  await expect(download(fetchFile, {})).rejects.toThrow('Network error. Please check your connection.')
})

test('an interrupted download continues once a hotel’s Wi-Fi no longer answers with its login page', async () => {
  const ranges = serve([first(4), loginPage, part(10, true)])
  const downloading = download(fetchFile, {})
  await vi.waitUntil(() => window.dispatchEvent(new Event('online')) && ranges.length === 3, { interval: 1 })
  expect(await (await downloading).blob.text()).toBe('0123456789')
  expect(ranges).toEqual([undefined, 'bytes=4- "a"', 'bytes=4- "a"'])
})

test('an interrupted download fails if the server offers no continuation', async () => {
  serve([() => new Response(broken(0, 4, true), { headers: { 'content-length': '10' } })])
  await expect(download(fetchFile, {})).rejects.toThrow('Network error. Please check your connection.')
})

test('a refusal to continue says why', async () => {
  const body = { code: 'packs.damaged', message: 'A file can’t be read any more.' }
  serve([first(4), () => Response.json(body, { status: 410 })])
  await expect(download(fetchFile, {})).rejects.toThrow(body.message)
})

test.each([
  ['attachment; filename="Parking; tolls.png"', 'Parking; tolls.png'],
  [String.raw`attachment; filename="The \"best\"; C:\\March.pdf"`, String.raw`The "best"; C:\March.pdf`],
  ['attachment; filename=March.pdf; size=10', 'March.pdf'],
  [`attachment; filename="Caf?; M.pdf"; filename*=UTF-8''Caf%C3%A9%3B%20M.pdf`, 'Café; M.pdf'],
  ['attachment', undefined],
])('a file sent with %s is called %s', async (disposition, name) => {
  serve([() => new Response('0', { headers: { 'content-disposition': disposition } })])
  expect(await download(fetchFile, {})).toMatchObject({ name })
})

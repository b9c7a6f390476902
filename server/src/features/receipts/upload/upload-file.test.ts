import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { parse } from 'content-disposition'
import { api, commonRefusals, type Draft, receiptRefusals } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, upload, uploadOver } from '#testing/receipts.ts'
import { docketHeic, docketJpeg, docketPicture, docx, lockedPdf, pdf } from '@docketbox/testing/files/samples'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer({ UPLOAD_LIMIT_MB: '1' })
  ann = await addSubscriber(server, 'ann@example.com')
})

afterEach(() => server.setNow(undefined))

const { uploadFile, save, download } = api.receipts
const send = (file: File) => server.call(uploadFile, { body: file, query: {} }, ann)
const keep = (uri: string, more: object = {}, person = ann) =>
  server.call(save, { body: { category: fuel, file: [{ uri }], description: 'Fuel', ...more } }, person)
const draftsOf = (person: Person) =>
  server.deps.db.selectFrom('drafts').selectAll().where('ownerId', '=', person.id).execute()

describe('a file that is uploaded and filed', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>, object]>([
    ['a photo', 'shell.jpg', () => docketJpeg(), { type: 'image/jpeg', width: 600, height: 800 }],
    ['a PNG', 'docket.png', () => docketPicture('png'), { type: 'image/png', width: 300 }],
    ['a WebP', 'a.webp', () => docketPicture('webp'), { type: 'image/webp' }],
    ['a GIF', 'a.gif', () => docketPicture('gif'), { type: 'image/gif' }],
    ['a HEIC', 'IMG_1.HEIC', () => docketHeic(), { type: 'image/heic', width: 240, height: 264 }],
    ['a PDF', 'invoice.pdf', () => pdf(), { type: 'application/pdf', preview: 'image' }],
    ['a PDF with a password', 'locked.pdf', () => lockedPdf(), { type: 'application/pdf' }],
    ['a DOCX', 'letter.docx', () => docx(), { preview: 'none' }],
  ])('is returned byte for byte: %s', async (_, name, make, facts) => {
    const content = await make()
    const receipt = await fileReceipt(server, ann, { file: fileOf(content, name) })
    const [file] = receipt.file
    expect(file).toMatchObject({ ...facts, title: name, size: content.length, version: 1 })
    const back = await server.call(download, { query: { id: receipt._id, file: file!._id } }, ann)
    expect(back.body.equals(content)).toBe(true)
    expect(back.headers.get('content-length')).toBe(String(content.length))
    expect(parse(back.headers.get('content-disposition')!)).toMatchObject({
      type: 'attachment',
      parameters: { filename: name.replace('HEIC', 'heic') },
    })
    expect(back.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('has the type of its content, whatever its name and the client claim', async () => {
    const uri = await upload(
      server,
      ann,
      new File([new Uint8Array(pdf())], 'photo.jpg', { type: 'image/jpeg' }),
    )
    const filed = await keep(uri, {
      file: [{ uri, type: 'image/svg+xml', size: 3, title: '../../x\r\n.svg' }],
    })
    expect(filed.body.file[0]).toMatchObject({ type: 'application/pdf', title: 'x .svg' })
    expect(filed.body.file[0]!.size).toBeGreaterThan(300)
  })

  test('can be one of several in a receipt', async () => {
    const uris = [await upload(server, ann), await upload(server, ann)]
    const filed = await keep('', { file: uris.map((uri, i) => ({ uri, title: `page ${i + 1}.pdf` })) })
    expect(filed.body.file.map(({ title }) => title)).toEqual(['page 1.pdf', 'page 2.pdf'])
  })

  test('gets a name that every system can save', async () => {
    const name = `../../${'long '.repeat(60)}\u202e😀\r\nX: y.pdf`
    const receipt = await fileReceipt(server, ann, { file: fileOf(pdf(), name) })
    const query = { id: receipt._id, file: receipt.file[0]!._id }
    const { headers } = await server.call(download, { query }, ann)
    expect(receipt.file[0]!.title.length).toBeLessThanOrEqual(200)
    expect(headers.get('x')).toBeNull()
    const { parameters } = parse(headers.get('content-disposition')!)
    expect(parameters['filename']).toMatch(/^[^/\\\r\n\u202e]+\.pdf$/)
  })

  test('keeps a quotation mark in its name, which browsers encode', async () => {
    expect((await send(fileOf(pdf(), '5" pipe 50%.pdf'))).body).toMatchObject({ title: '5" pipe 50%.pdf' })
  })
})

describe('a file is refused and nothing of it is stored', () => {
  test.each<[string, keyof typeof receiptRefusals, string, () => Buffer | string | Promise<Buffer>]>([
    ['with nothing in it', 'emptyFile', 'a.jpg', () => ''],
    ['that is a program called .jpg', 'wrongType', 'a.jpg', () => 'MZ\x90\0'],
    [
      'that is a web page called .jpg',
      'wrongType',
      'a.jpg',
      () => '<!doctype html><script>alert(1)</script>',
    ],
    ['that is an SVG', 'wrongType', 'a.svg', () => '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['that is half a photo', 'damagedImage', 'a.jpg', async () => (await docketJpeg()).subarray(0, 5_000)],
    ['that is half a PDF', 'damagedDocument', 'a.pdf', () => pdf().subarray(0, 300)],
    ['of 60 megapixels', 'tooManyPixels', 'a.png', () => docketPicture('png', 10_000, 6_000)],
    ['with macros', 'macros', 'a.docm', () => docx([{ name: 'word/vbaProject.bin', body: '' }])],
    ['of one byte too many', 'fileTooLarge', 'a.pdf', () => Buffer.concat([pdf(), Buffer.alloc(1_048_577)])],
  ])('%s', async (_, refusal, name, make) => {
    const before = (await draftsOf(ann)).length
    const response = await send(fileOf(await make(), name))
    const { status, code } = receiptRefusals[refusal]
    expect(response).toMatchObject({ status, body: { code, message: expect.stringMatching(/\.$/) } })
    expect(await draftsOf(ann)).toHaveLength(before)
    await expect.poll(() => readdir(join(server.deps.config.DATA_DIR, 'files/incoming'))).toEqual([])
  })

  test('but not if it has exactly the maximum size', async () => {
    const start = pdf()
    const largest = Buffer.concat([start, Buffer.alloc(1_048_576 - start.length, ' ')])
    expect(await send(fileOf(largest))).toMatchObject({ status: 201, body: { size: 1_048_576 } })
    const one = await send(fileOf(Buffer.concat([largest, Buffer.from(' ')])))
    expect(one.body).toMatchObject({ message: 'This file is larger than 1 MB. Please choose a smaller one.' })
  })

  test('when there is no file', async () => {
    const empty = await fetch(server.url + uploadFile.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}` },
      body: new FormData(),
    })
    const other = await fetch(server.url + uploadFile.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([empty.status, other.status]).toEqual([400, 415])
  })

  test.each([
    ['without a boundary', '', 'x'],
    ['cut before its file', '; boundary=x', '--x\r\ncontent-dis'],
    [
      'cut in its file',
      '; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc',
    ],
  ])('when the form around it came %s', async (_, boundary, body) => {
    const headers = {
      authorization: `Bearer ${ann.token}`,
      'content-type': `multipart/form-data${boundary}`,
    }
    const response = await fetch(server.url + uploadFile.path, { method: 'POST', headers, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\.$/) })
  })

  test('if another file comes with it, which would be lost', async () => {
    const before = (await draftsOf(ann)).length
    const body = new FormData()
    body.append('file', fileOf(pdf('one'), 'one.pdf'))
    body.append('file', fileOf(pdf('two'), 'two.pdf'))
    const headers = { authorization: `Bearer ${ann.token}` }
    const response = await fetch(server.url + uploadFile.path, { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({ message: 'Please send one file at a time.' })
    expect(await draftsOf(ann)).toHaveLength(before)
  })

  test('if the client disconnects halfway', async () => {
    const before = (await draftsOf(ann)).length
    const incoming = () => readdir(join(server.deps.config.DATA_DIR, 'files/incoming'))
    const sending = startSending(ann, 'a.jpg', Buffer.alloc(100_000, 'y'))
    await expect.poll(incoming).toHaveLength(1)
    sending.destroy()
    await expect.poll(incoming).toEqual([])
    expect(await draftsOf(ann)).toHaveLength(before)
  })
})

test('a file that arrives after the end of the plan it was sent under can be filed', async () => {
  const kim = await addSubscriber(server, 'kim@example.com')
  const sending = startSending(kim, 'a.pdf', pdf('slow'))
  await expect.poll(() => readdir(join(server.deps.config.DATA_DIR, 'files/incoming'))).toHaveLength(1)
  server.setNow(new Date(Date.now() + 35 * DAY_MS))
  sending.end('\r\n--x--\r\n')
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  const { uri } = (await json(response)) as Draft
  expect((await keep(uri, {}, await server.signIn(kim))).status).toBe(201)
})

describe('if the disk is full', () => {
  test('uploads are refused until there’s space again', async () => {
    const { files } = server.deps
    const full = async (bytes: Readable) => {
      for await (const _ of bytes)
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const before = (await draftsOf(ann)).length
    Object.assign(server.deps, { files: { ...files, receive: full } })
    const refused = await send(fileOf(pdf('full')))
    // The rest of a file that was refused early must not keep its connection waiting.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const large = fileOf(Buffer.concat([pdf('large'), Buffer.alloc(900_000, '%')]), 'large.pdf')
    const sendOver = () => uploadOver(agent, server, ann, large)
    const statuses = [await sendOver(), await sendOver()]
    Object.assign(server.deps, { files })
    statuses.push(await sendOver())
    agent.destroy()
    expect(refused).toMatchObject({ status: 507, body: { message: commonRefusals.storageFull.message } })
    expect(statuses).toEqual([507, 507, 201])
    expect(await draftsOf(ann)).toHaveLength(before + 1)
    expect((await send(fileOf(pdf('full')))).status).toBe(201)
  })
})

/** Sends a file, or the head of one, and then nothing more. */
function startSending(person: Person, name: string, content: Buffer): ClientRequest {
  const sending = request(server.url + uploadFile.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
  })
  sending.on('error', () => undefined)
  sending.write(`--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`)
  sending.write(content)
  return sending
}

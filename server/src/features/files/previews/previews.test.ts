import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { api, type Input, receiptRefusals, receiptTexts } from '@docketbox/contract'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cleanFiles } from '../jobs.ts'
import { createRenderer } from '../rendering/renderer.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import {
  compoundFile,
  docketHeic,
  docketJpeg,
  docketPicture,
  docx,
  lockedPdf,
  pdf,
} from '@docketbox/testing/files/samples'
import { canCleanByAge, cleanByAge } from '@docketbox/testing/system/temporary-files'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})

const { preview, draftPreview, details } = api.receipts
const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
/** Asks again while rendering takes long, as browsers do. */
const openPreview = async (query: Input<typeof preview>['query']) => {
  for (;;) {
    const response = await server.call(preview, { query }, ann)
    if (response.status !== 503) return response
  }
}
const pictureOf = async (content: Buffer, size: 'thumbnail' | 'page') => {
  const receipt = await fileReceipt(server, ann, { file: fileOf(content) })
  return openPreview({ id: receipt._id, file: receipt.file[0]!._id, size })
}

describe('the preview', () => {
  test('of a photo is upright, small and without metadata', async () => {
    const photo = await docketJpeg({
      width: 2400,
      height: 1800,
      orientation: 6,
      takenAt: '2026:01:02 03:04:05',
    })
    expect(photo.includes('Exif')).toBe(true)
    const [page, thumbnail] = [await pictureOf(photo, 'page'), await pictureOf(photo, 'thumbnail')]
    expect(page.headers.get('content-type')).toBe('image/webp')
    expect(page.headers.get('cache-control')).toMatch(/^private/)
    expect(page.headers.get('vary')).toMatch(/authorization/i)
    expect(await sharp(page.body).metadata()).toMatchObject({ width: 1200, height: 1600 })
    expect(await sharp(thumbnail.body).metadata()).toMatchObject({ width: 120, height: 160 })
    for (const { body } of [page, thumbnail]) {
      expect(body.includes('Exif')).toBe(false)
      expect((await sharp(body).metadata()).exif).toBeUndefined()
    }
    expect(thumbnail.body.length).toBeLessThan(8_000)
  })

  test('of a long screenshot is wide enough to read', async () => {
    const screenshot = sharp({ create: { width: 1080, height: 9600, channels: 3, background: 'white' } })
    const page = await pictureOf(await screenshot.png().toBuffer(), 'page')
    expect(await sharp(page.body).metadata()).toMatchObject({ width: 640, height: 5689 })
  })

  test('of a later page of a PDF is that page', async () => {
    const receipt = await fileReceipt(server, ann, { file: fileOf(await twoPages()) })
    const pageOf = (page: number) => openPreview({ id: receipt._id, file: receipt.file[0]!._id, page })
    const second = await pageOf(2)
    expect(second.headers.get('cache-control')).toMatch(/^private/)
    expect(await sharp(second.body).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
    expect(await pageOf(3)).toMatchObject({ status: 404, body: { code: receiptRefusals.noPreview.code } })
  })

  test.each<[string, () => Buffer | Promise<Buffer>, number, number]>([
    ['a HEIC', () => docketHeic(), 240, 264],
    ['a GIF', () => docketPicture('gif'), 300, 400],
    ['a PNG', () => docketPicture('png'), 300, 400],
    ['the first page of a PDF', () => pdf('Tax invoice'), 1200, 800],
    [
      'a PDF after a byte order mark',
      () => Buffer.concat([Buffer.from('\ufeff\r\n'), pdf('Tax invoice')]),
      1200,
      800,
    ],
  ])('of %s is a picture', async (_, make, width, height) => {
    const { status, body } = await pictureOf(await make(), 'page')
    expect(status).toBe(200)
    expect(await sharp(body).metadata()).toMatchObject({ width, height, format: 'webp' })
  })

  test('shows what a PDF says', async () => {
    const [blank, written] = [await pictureOf(pdf(''), 'page'), await pictureOf(pdf('TOTAL 42.17'), 'page')]
    const ink = async (body: Buffer) => (await sharp(body).greyscale().stats()).channels[0]!.mean
    expect(await ink(blank.body)).toBe(255)
    expect(await ink(written.body)).toBeLessThan(254)
  })

  test.each([
    ['a PDF with a password', lockedPdf(), receiptRefusals.lockedPreview],
    ['a damaged PDF', pdf().fill('x', 20, 200), { message: receiptTexts.noPdfPreview }],
    ['a DOCX', docx(), receiptRefusals.noPreview],
    ['a DOC', compoundFile(), receiptRefusals.noPreview],
  ])('of %s is refused with the reason, however often it’s uploaded', async (_, content, { message }) => {
    for (const size of ['page', 'thumbnail'] as const)
      expect(await pictureOf(content, size)).toMatchObject({ status: 404, body: { message } })
  })

  test('of a damaged photo may fail, but we keep the photo', async () => {
    const photo = await docketJpeg({ seed: 44 })
    const tables = photo.indexOf(Buffer.from([0xff, 0xdb]))
    photo.fill(0, tables + 4, tables + 30)
    photo.fill(0x11, photo.length - 4_000, photo.length - 2)
    const receipt = await fileReceipt(server, ann, { file: fileOf(photo) })
    const query = { id: receipt._id, file: receipt.file[0]!._id }
    expect([200, 404]).toContain((await openPreview(query)).status)
    expect((await server.call(api.receipts.download, { query }, ann)).body.equals(photo)).toBe(true)
  })

  test('that failed is retried on request and every night, up to a limit', async () => {
    const receipt = await fileReceipt(server, ann, { file: fileOf(await docketJpeg({ seed: 61 })) })
    const query = { id: receipt._id, file: receipt.file[0]!._id }
    const { body } = await server.call(details, { params: { uploadId: receipt._id } }, ann)
    const sha256 = Buffer.from(body.versions[0]!.sha256, 'hex')
    const stateOf = async () =>
      (await derivatives.where('sha256', '=', sha256).executeTakeFirstOrThrow()).state
    const derivatives = server.deps.db.selectFrom('derivatives').select('state')
    const fail = (failures: number) =>
      server.deps.db
        .updateTable('derivatives')
        .set({ state: 'failed', failures, thumbnailSha256: null, resultSha256: null })
        .where('sha256', '=', sha256)
        .execute()
    await expect.poll(stateOf).toBe('done')

    await fail(1)
    expect((await openPreview(query)).status).toBe(404)
    expect((await openPreview({ ...query, again: 'true' })).status).toBe(200)
    await fail(10)
    expect((await openPreview({ ...query, again: 'true' })).status).toBe(404)
    await cleanFiles.handler(server.deps, {}, run)
    expect(await stateOf()).toBe('failed')
    await fail(1)
    await cleanFiles.handler(server.deps, {}, run)
    expect(await stateOf()).not.toBe('failed')
  })

  test('is rendered soon after an upload and counts the pages', async () => {
    const receipt = await fileReceipt(server, ann, { file: fileOf(pdf('two pages, nearly')) })
    const params = { uploadId: receipt._id }
    expect(receipt.file[0]!.pages).toBeNull()
    await expect
      .poll(async () => (await server.call(details, { params }, ann)).body.file[0]!.pages, {
        timeout: 30_000,
      })
      .toBe(1)
  })

  test('of a draft exists before it’s filed, only for its owner', async () => {
    const eve = await server.addUser('eve@example.com')
    const uri = await upload(server, ann, fileOf(await docketJpeg({ seed: 8 })))
    const params = { draftId: uri.slice('draft:'.length) }
    expect((await server.call(draftPreview, { params, query: { size: 'thumbnail' } }, ann)).status).toBe(200)
    expect((await server.call(draftPreview, { params, query: {} }, eve)).status).toBe(404)
  })
})

test.runIf(canCleanByAge())(
  'previews are rendered after the system has cleaned its temporary folder',
  async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'docketbox-cleaned-'))
    vi.stubEnv('TMPDIR', temporary)
    const renderer = createRenderer()
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      await renderer.close()
      await rm(temporary, { recursive: true })
    })
    for (const seed of [91, 92]) {
      const picture = await docketJpeg({ seed })
      const turn = { owner: ann.id, isUrgent: true }
      const { page } = await renderer.render(String(seed), async () => Readable.from([picture]), turn)
      expect(page.length).toBeGreaterThan(1_000)
      cleanByAge(temporary)
    }
  },
)

function twoPages(): Promise<Buffer> {
  const document = new PDFDocument({ size: [400, 400] })
  document.addPage({ size: [400, 200] })
  document.end()
  return buffer(document)
}

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api, type Receipt, yearRefusals } from '@docketbox/contract'
import { readSheet } from 'read-excel-file/node'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linesOf, makePack, openPack, pdfText } from '#testing/packs.ts'
import { drive } from '#testing/years.ts'
import { addSubscriber, fileOf, fileReceipt, travel } from '#testing/receipts.ts'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'

let server: TestServer
let ann: Person
const YEAR = '2025-26'
const bytes: Record<'fuel' | 'hotel' | 'course', Buffer> = {
  fuel: Buffer.alloc(0),
  hotel: pdf('hotel'),
  course: pdf('course'),
}

beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  bytes.fuel = await docketJpeg({ seed: 71 })
  const fuel = await fileReceipt(server, ann, { file: fileOf(bytes.fuel, 'fuel.jpg'), description: 'Diesel' })
  const hotel = await fileReceipt(server, ann, { file: fileOf(bytes.hotel), category: travel })
  const course = await fileReceipt(server, ann, { file: fileOf(bytes.course), description: '=1+1' })
  await edit(ann, fuel, {
    supplier: 'Ampol Café',
    supplierAbn: '51824753556',
    totalCents: 68_40,
    gstCents: 6_22,
    workUsePercent: 50,
    isReimbursed: false,
    paidDate: '2025-08-03',
    documentDate: '2025-08-03',
  })
  const paidBack = { isReimbursed: true, paidDate: '2026-06-30' }
  await edit(ann, hotel, { supplier: '李伟 Hotel', totalCents: 410_05, ...paidBack })
  await edit(ann, course, { documentDate: '2025-07-01', totalCents: 1_000_00, currency: 'USD' })
})
afterEach(() => server.setNow(undefined))

function edit(person: Person, receipt: Receipt, body: object) {
  return server.call(api.receipts.editFacts, { params: { uploadId: receipt._id }, body }, person)
}

describe('a tax pack', () => {
  test('has every original under its date, supplier and amount, unchanged', async () => {
    const files = await openPack(server, ann, await makePack(server, ann, YEAR))
    const originals = [...files].filter(([path]) => path.includes('/'))
    expect(originals.map(([path]) => path.replace(/_[0-9a-f]{8}\./, '_id.'))).toEqual([
      'D1-Work-related-car/2025-07-01_receipt_1000.00_id.pdf',
      'D1-Work-related-car/2025-08-03_Ampol-Cafe_68.40_id.jpg',
      'D2-Work-related-travel/2026-06-30_Hotel_410.05_id.pdf',
    ])
    expect(originals.map(([, content]) => content)).toEqual([bytes.course, bytes.fuel, bytes.hotel])
    expect([...files.keys()].every((path) => /^[\x20-\x7e]{1,120}$/.test(path))).toBe(true)
  })

  test('lists receipts in a CSV with an accountant’s columns', async () => {
    const files = await openPack(server, ann, await makePack(server, ann, YEAR))
    const [course, fuel, hotel] = linesOf(files.get('receipts.csv')!)
    expect(Object.keys(fuel!).join()).toBe(
      'record_id,income_year,date_incurred,document_date,supplier,supplier_abn,abn_valid,description,category,' +
        'label_suggested,label_confirmed,amount_aud,gst_aud,gst_basis,currency,amount_original,work_use_percent,' +
        'claimable_aud,reimbursed,method,evidence_type,evidence_complete,missing,file,sha256,uploaded_at_utc,' +
        'edited_after_lodgement,note,asset',
    )
    expect(fuel).toMatchObject({
      income_year: YEAR,
      date_incurred: '2025-08-03',
      supplier: 'Ampol Café',
      supplier_abn: '51824753556',
      abn_valid: 'yes',
      description: 'Diesel',
      category: 'Fuel, Car Repair and Servicing',
      label_suggested: 'D1',
      label_confirmed: '',
      amount_aud: '68.40',
      gst_aud: '6.22',
      gst_basis: 'stated',
      work_use_percent: '50',
      claimable_aud: '34.20',
      reimbursed: 'no',
      evidence_type: 'receipt',
      evidence_complete: 'yes',
      missing: '',
    })
    // Text that a spreadsheet would run as a formula stays text, and a foreign amount isn't in Australian dollars.
    expect(course).toMatchObject({ description: "'=1+1", currency: 'USD', amount_aud: '' })
    expect(course!['amount_original']).toBe('1000.00')
    expect(course).toMatchObject({ reimbursed: '' })
    const paidBack = { reimbursed: 'yes', amount_aud: '410.05', claimable_aud: '0.00' }
    expect(hotel).toMatchObject({ supplier: '李伟 Hotel', evidence_complete: 'no', ...paidBack })
    for (const line of [course!, fuel!, hotel!]) expect(files.has(line['file']!)).toBe(true)
  })

  test('has a workbook with real dates and amounts', async () => {
    const files = await openPack(server, ann, await makePack(server, ann, YEAR))
    const [heading, course, fuel] = await readSheet(files.get('receipts.xlsx')!, 'Receipts')
    expect(heading!.slice(0, 4)).toEqual(['Date', 'Supplier', 'Description', 'Category'])
    expect(fuel!.slice(0, 3)).toEqual([new Date('2025-08-03T00:00:00Z'), 'Ampol Café', 'Diesel'])
    expect(fuel!.slice(6, 10)).toEqual([68.4, 6.22, 50, 34.2])
    expect(course!.slice(2, 3)).toEqual(['=1+1'])
  })

  test('has a workbook that says whose it is', async () => {
    const files = await openPack(server, ann, await makePack(server, ann, YEAR))
    const [, about] = await readSheet(files.get('receipts.xlsx')!, 'About')
    expect(about).toEqual(['Ann Lee', 'ann@example.com', '2025–26'])
  })

  test('has a summary that names person, year, totals and what’s missing', async () => {
    const files = await openPack(server, ann, await makePack(server, ann, YEAR))
    const text = await pdfText(files.get('summary.pdf')!)
    for (const part of [
      'Tax pack 2025–26',
      'Ann Lee, ann@example.com',
      '1 Jul 2025 to 30 Jun 2026',
      '2 Nov 2026. For a tax agent’s clients by 31 October, usually 17 May 2027.',
      '$478.45 from 3 receipts',
      'D1 Work-related car',
      'and there’s none with costs in this year’s records.',
      'Fuel, Car Repair and Servicing',
      '李伟 Hotel',
      'date on the receipt',
      'not tax advice',
      'Page 1 of',
    ])
      expect(text).toContain(part)
  })

  test('of a year without receipts says so', async () => {
    const files = await openPack(server, ann, await makePack(server, ann, '2023-24'))
    expect(await pdfText(files.get('summary.pdf')!)).toContain('There are no receipts in this income year.')
  })

  test('says that totals by label only include receipts, where there’s anything else', async () => {
    const saysSo = async () => {
      const files = await openPack(server, ann, await makePack(server, ann, '2022-23'))
      const text = await pdfText(files.get('summary.pdf')!)
      return text.replaceAll(/\s+/g, ' ').includes('only include receipts')
    }
    await fileReceipt(server, ann, { documentDate: '2022-08-03' })
    expect(await saysSo()).toBe(false)
    await drive(server, ann, { day: '2022-08-03', km: 10 })
    expect(await saysSo()).toBe(true)
  })

  test('names the share of assets claimed over several years, and which they are', async () => {
    const claimUntil = (lastClaimedYear: number | null) =>
      server.deps.db
        .updateTable('receipts')
        .set({ lastClaimedYear })
        .where('ownerId', '=', ann.id)
        .where('supplier', '=', 'Ampol Café')
        .execute()
    await claimUntil(2029)
    const files = await openPack(server, ann, await makePack(server, ann, YEAR))
    await claimUntil(null)
    expect(linesOf(files.get('receipts.csv')!).map(({ asset }) => asset)).toEqual([
      '',
      'claimed until 2028-29',
      '',
    ])
    const text = await pdfText(files.get('summary.pdf')!)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Claimable includes $34.20 for assets claimed over several years. Only this year’s decline in value counts.',
    )
  })

  test('passes sha256sum, and every file is in the manifest', async () => {
    const pack = await makePack(server, ann, YEAR, ['xero', 'myob'])
    const files = await openPack(server, ann, pack)
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as {
      files: { path: string; bytes: number; sha256: string }[]
    }
    const listed = manifest.files.map(({ path }) => path)
    expect([...listed, 'manifest.json'].toSorted()).toEqual([...files.keys()].toSorted())
    expect(listed).toEqual(expect.arrayContaining(['accounting/xero-bank-statement-1.csv', 'verify.html']))
    const folder = await mkdtemp(join(tmpdir(), 'docketbox-pack-'))
    try {
      for (const [path, content] of files) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), content)
      }
      const sums = manifest.files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')
      await writeFile(join(folder, 'sums'), `${sums}${pack.manifestSha256}  manifest.json\n`)
      const report = execFileSync('sha256sum', ['--check', 'sums'], { cwd: folder, encoding: 'utf8' })
      expect(report.split('\n').filter((line) => line.endsWith(': OK'))).toHaveLength(files.size)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('has files that Xero and MYOB import', async () => {
    const files = await openPack(server, ann, await makePack(server, ann, YEAR, ['xero', 'myob']))
    expect(linesOf(files.get('accounting/xero-bank-statement-1.csv')!)).toEqual([
      expect.objectContaining({ '*Date': '03/08/2025', '*Amount': '-68.40', Payee: 'Ampol Café' }),
    ])
    expect(linesOf(files.get('accounting/myob-spend-money.csv')!)[0]).toMatchObject({
      Date: '03/08/2025',
      'Inc-Tax Amount': '68.40',
      // Half of it is private.
      'Tax Code': '',
    })
  })

  test('differs from another one of the same data by its date only', async () => {
    const zipAt = async (at: string) => {
      server.setNow(new Date(at))
      const person = await server.signIn(ann)
      const params = { packId: (await makePack(server, person, YEAR, ['xero', 'myob']))._id }
      return (await server.call(api.packs.download, { params }, person)).body
    }
    const zips = [
      await zipAt('2026-11-01T02:00:00Z'),
      await zipAt('2026-11-01T02:00:00Z'),
      await zipAt('2026-11-09T02:00:00Z'),
    ] as const
    expect(zips[1].equals(zips[0])).toBe(true)

    const [first, , later] = await Promise.all(zips.map(unzip))
    expect(later!.map(({ name }) => name)).toEqual(first!.map(({ name }) => name))
    const changed = first!.filter(({ body }, index) => !body.equals(later![index]!.body))
    expect(changed.map(({ name }) => name)).toEqual(['summary.pdf', 'manifest.json'])
    const fileIn = (files: typeof first, path: string) => files!.find(({ name }) => name === path)!.body
    const texts = await Promise.all([first, later].map((files) => pdfText(fileIn(files, 'summary.pdf'))))
    expect(texts[1]!.replaceAll('9 Nov 2026', '1 Nov 2026')).toBe(texts[0])
    const manifests = [first, later].map((files) =>
      fileIn(files, 'manifest.json')
        .toString()
        .split('\n')
        .filter((line) => !line.includes('"takenAt"') && !line.includes('"summary.pdf"')),
    )
    expect(manifests[1]).toEqual(manifests[0])
  })
})

test('a year that hasn’t started has no pack', async () => {
  const request = { params: { incomeYear: '2090-91' }, body: {} }
  expect(await server.call(api.packs.request, request, ann)).toMatchObject({
    status: 404,
    body: { code: yearRefusals.notStarted.code },
  })
})

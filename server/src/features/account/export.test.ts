import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isLockAwaited } from '#testing/database/locks.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { idOf } from '#testing/reading-server.ts'
import { addSubscriber, categoryIds, fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import { passkeyDevice } from '#testing/auth/passkey-device.ts'
import { addGuest } from '#testing/rooms.ts'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const download = (person: Person) => server.call(api.account.exportAll, {}, person)

async function contentsOf(person: Person): Promise<Map<string, Buffer>> {
  const { status, headers, body } = await download(person)
  expect(status).toBe(200)
  expect(headers.get('content-length')).toBe(String(body.length))
  return new Map((await unzip(body)).map((entry) => [entry.name, entry.body]))
}
/** The corners of the half of a picture that begins at `left`. */
const half = (left: number) =>
  [[left, 0], [left + 0.5, 0], [left + 0.5, 1], [left, 1]] as [Corner, Corner, Corner, Corner] // prettier-ignore
type Corner = [x: number, y: number]
const json = (contents: Map<string, Buffer>, name: string) =>
  JSON.parse(contents.get(name)!.toString()) as Record<string, unknown>[]

describe('taking everything away', () => {
  test('has every receipt with every version, the bin and unfiled drafts, byte for byte', async () => {
    const ann = await addSubscriber(server, 'ann@example.com')
    const bytes = ['fuel', 'hotel', 'old', 'new', 'gone', 'waiting'].map((word) => pdf(word))
    const [fuel, hotel, old, fresh, gone, waiting] = bytes as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
    await fileReceipt(server, ann, { file: fileOf(fuel, 'fuel.pdf'), description: '=1+1, "quoted"' })
    await fileReceipt(server, ann, {
      file: fileOf(hotel, 'hotel.pdf'),
      category: categoryIds[1]!,
      description: 'hotel',
    })
    const replaced = await fileReceipt(server, ann, { file: fileOf(old, 'fee.pdf'), description: 'fee' })
    const uri = await upload(server, ann, fileOf(fresh, 'fee.pdf'))
    const params = { uploadId: replaced._id, fileId: replaced.file[0]!._id }
    await server.call(api.receipts.editFile, { params, body: { uri } }, ann)
    const deleted = await fileReceipt(server, ann, { file: fileOf(gone, 'gone.pdf'), description: 'gone' })
    await server.call(api.receipts.remove, { params: { uploadId: deleted._id } }, ann)
    await upload(server, ann, fileOf(waiting, 'waiting.pdf'))
    const claimed = { params: { uploadId: replaced._id }, body: { incomeYear: '2033-34' } }
    await server.call(api.receipts.setLastClaim, claimed, ann)
    const answered = { params: { uploadId: replaced._id }, body: { answers: { vehicle: 'car' } } }
    await server.call(api.receipts.editLabel, answered, ann)

    const contents = await contentsOf(ann)
    const matching = (pattern: RegExp) =>
      [...contents].filter(([name]) => pattern.test(name)).map(([, b]) => b)
    expect(
      matching(/^Receipts\/Fuel, Car Repair and Servicing\/=1\+1, _quoted_ - [\d-]{10} \w{6}\.pdf$/),
    ).toEqual([fuel])
    expect(matching(/^Receipts\/Travel expenses\/hotel - [\d-]{10} \w{6}\.pdf$/)).toEqual([hotel])
    expect(matching(/^Receipts\/Fuel[^/]*\/fee - [\d-]{10} \w{6}\.pdf$/)).toEqual([fresh])
    expect(matching(/^Receipts\/Previous versions\/Fuel[^/]*\/fee - [\d-]{10} \w{6} v1\.pdf$/)).toEqual([old])
    expect(matching(/^Bin\/Fuel[^/]*\/gone - [\d-]{10} \w{6}\.pdf$/)).toEqual([gone])
    expect(matching(/^Not filed yet\/waiting - [\d-]{10} \w{6}\.pdf$/)).toEqual([waiting])

    const receipts = json(contents, 'Receipts.json')
    expect(receipts).toHaveLength(4)
    expect(receipts.find(({ id }) => id === replaced._id)).toMatchObject({
      lastClaimedYear: '2033-34',
      labelAnswers: { vehicle: 'car' },
    })
    expect(receipts.flatMap(({ files }) => files as { path: string }[]).map(({ path }) => path)).toEqual(
      expect.arrayContaining([...contents.keys()].filter((name) => /^(Receipts|Bin)\//.test(name))),
    )
    const lines = contents.get('Receipts.csv')!.toString().split('\r\n')
    expect(lines[1]).toMatch(
      /^[\d-]{10},\d{4}-\d\d,"Fuel, Car Repair and Servicing","'=1\+1, ""quoted""",.*,no,/,
    )
    expect(lines.filter((line) => line.includes(',yes,'))).toHaveLength(1)
  })

  test('has the photos as they were taken of uploads that were adjusted or split, and what was typed', async () => {
    const zoe = await addSubscriber(server, 'zoe@example.com')
    const { adjustDraft, editDraft, splitDraft } = api.receipts
    const [cropped, several] = [await docketJpeg({ seed: 1 }), await docketJpeg({ seed: 2 })]
    const [adjusted, split] = [
      idOf(await upload(server, zoe, fileOf(cropped, 'cropped.jpg'))),
      idOf(await upload(server, zoe, fileOf(several, 'several.jpg'))),
    ]
    const params = { draftId: adjusted }
    await server.call(adjustDraft, { params, body: { corners: half(0), turns: 0 } }, zoe)
    await server.call(editDraft, { params, body: { description: 'To Dubbo' } }, zoe)
    const receipts = [half(0), half(0.5)]
    await server.call(splitDraft, { params: { draftId: split }, body: { receipts } }, zoe)

    const contents = await contentsOf(zoe)
    const originals = [...contents].filter(([name]) => name.startsWith('Not filed yet/Originals/'))
    expect(originals.map(([, bytes]) => bytes)).toEqual([cropped, several])
    const [first, ...parts] = json(contents, 'Not filed yet.json')
    expect(first).toMatchObject({
      path: expect.stringMatching(/^Not filed yet\/cropped/),
      original: originals[0]![0],
      typed: { description: 'To Dubbo' },
    })
    expect(parts.map(({ original }) => original)).toEqual([originals[1]![0], originals[1]![0]])
  })

  test('has profile, plans, devices and activity, and no secret', async () => {
    const bob = await addSubscriber(server, 'bob@example.com')
    await server.deps.db
      .updateTable('users')
      .set({ passwordHash: 'canary-hash', googleSub: 'canary-sub' })
      .where('id', '=', bob.id)
      .execute()
    const view = { name: 'Fuel', filter: { minCents: 5000 }, sort: '-amount' as const }
    await server.call(api.receipts.saveView, { params: { viewId: bob.id }, body: view }, bob)
    const contents = await contentsOf(bob)
    expect([...contents.keys()]).toEqual([
      'Read me.txt',
      'Receipts.csv',
      'Receipts.json',
      'Not filed yet.json',
      'Views.json',
      'Evidence.json',
      'Records.json',
      'Forms.json',
      'Income years.json',
      'Profile.json',
      'Plans.json',
      'Payments.json',
      'Devices.json',
      'Shares.json',
      'Activity.json',
      'Security.json',
      'Index.csv',
    ])
    expect(contents.get('Read me.txt')!.toString()).toMatch(
      /bob@example\.com, as of \d+ \w+ \d{4}\.[^]*Picture\.webp/,
    )
    expect(json(contents, 'Profile.json')).toMatchObject({ email: 'bob@example.com', logsInWithGoogle: true })
    expect(json(contents, 'Views.json')).toEqual([{ _id: bob.id, ...view }])
    expect(json(contents, 'Plans.json')).toMatchObject([{ plan: 'Trial' }])
    expect(json(contents, 'Devices.json')).toHaveLength(1)
    expect(json(contents, 'Activity.json').at(-1)).toMatchObject({ action: 'account.export', by: 'you' })
    expect(json(contents, 'Security.json')[0]).toMatchObject({ event: 'Logged in', userAgent: 'test' })
    expect(Buffer.concat([...contents.values()]).toString()).not.toContain('canary')
  })

  test('has the names of passkeys, and no keys', async () => {
    const cam = await server.addUser('cam@example.com')
    const { body } = await server.call(api.profile.beginPasskey, { body: {} }, cam)
    const passkey = { name: 'Cam’s phone', created: passkeyDevice().create(body) }
    await server.call(api.profile.addPasskey, { body: passkey }, cam)
    const [at, lastUsedAt] = [expect.any(String), null]
    expect(json(await contentsOf(cam), 'Profile.json')).toHaveProperty('twoStepLogin', {
      since: at,
      hasApp: false,
      passkeys: [{ name: 'Cam’s phone', createdAt: at, lastUsedAt }],
    })
  })

  test('has what guests asked, about which year, and how it was answered', async () => {
    const owner = await addSubscriber(server, 'asked@example.com')
    const { guest } = await addGuest(server, owner, { years: ['2024-25', '2025-26'] })
    const receipt = await fileReceipt(server, owner, { documentDate: '2025-08-01' })
    const ask = { kind: 'request', about: { incomeYear: '2024-25' }, text: 'Any tolls?' } as const
    const { body: note } = await server.call(api.rooms.addNote, { body: ask }, guest)
    const answer = { params: { noteId: note._id }, body: { receipt: receipt._id } }
    await server.call(api.rooms.answerNote, answer, owner)
    expect(json(await contentsOf(owner), 'Shares.json')).toMatchObject([
      { notes: [{ incomeYear: '2024-25', text: 'Any tolls?', answerReceiptId: receipt._id }] },
    ])
  })

  test('shows the dates of purchased months in Sydney', async () => {
    const lia = await server.addUser('lia@example.com')
    const { db } = server.deps
    const pro = db.selectFrom('plans').select('id').where('name', '=', 'Pro')
    const plan = await pro.executeTakeFirstOrThrow()
    const at = new Date('2026-10-31T13:00:00Z')
    await db
      .insertInto('subscriptions')
      .values({
        id: '01937000-0000-7000-8000-0000000000aa',
        ownerId: lia.id,
        planId: plan.id,
        kind: 'month',
        month: '2026-11-01',
        periodStart: at,
        periodEnd: new Date('2026-11-30T13:00:00Z'),
        createdAt: at,
        updatedAt: at,
      })
      .execute()
    expect(json(await contentsOf(lia), 'Plans.json')).toMatchObject([
      { plan: 'Pro', startsOn: '2026-11-01', endsOn: '2026-11-30' },
    ])
  })

  test('says which method was chosen for a year', async () => {
    const mia = await server.addUser('mia@example.com')
    const body = { choice: 'home', kind: 'workFromHome' as const }
    await server.call(api.records.choose, { params: { incomeYear: '2025-26' }, body }, mia)
    expect(json(await contentsOf(mia), 'Records.json')).toMatchObject({
      methods: [{ incomeYear: 2026, ...body }],
    })
  })

  test('is available after the plan has ended and contains no one else’s data', async () => {
    const kim = await server.addUser('kim@example.com')
    const contents = await contentsOf(kim)
    expect(json(contents, 'Receipts.json')).toEqual([])
    expect(json(contents, 'Plans.json')).toEqual([])
  })

  test('gives unfiled uploads the date in Sydney, as filing them would', async () => {
    server.setNow(new Date('2026-07-01T22:30:00Z'))
    onTestFinished(() => server.setNow(undefined))
    const uma = await addSubscriber(server, 'uma@example.com')
    await upload(server, uma, fileOf(pdf('early'), 'early.pdf'))
    expect([...(await contentsOf(uma)).keys()]).toContainEqual(
      expect.stringMatching(/^Not filed yet\/early - 2026-07-02 \w{6}\.pdf$/),
    )
  })

  test('shows one moment, whatever changes while it’s put together', async () => {
    const pia = await addSubscriber(server, 'pia@example.com')
    const receipt = await fileReceipt(server, pia)
    const { db } = server.deps
    const exported = await db.transaction().execute(async (trx) => {
      await sql`lock table evidence_records`.execute(trx)
      const exporting = contentsOf(pia)
      await expect.poll(() => isLockAwaited(server.deps), { timeout: 20_000 }).toBe(true)
      await server.call(api.receipts.remove, { params: { uploadId: receipt._id } }, pia)
      return { exporting }
    })
    const contents = await exported.exporting
    expect(json(contents, 'Receipts.json')).toMatchObject([{ deletedAt: null }])
    const counts = json(contents, 'Income years.json').map(({ receipts }) => receipts)
    expect(counts.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1])
  })

  test('is asked for at most ten times an hour', async () => {
    const eve = await server.addUser('eve@example.com')
    for (let n = 0; n < 10; n++) expect((await download(eve)).status).toBe(200)
    expect((await download(eve)).status).toBe(429)
  })
})

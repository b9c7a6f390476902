import { api, type DeductionLabel, type Receipt } from '@docketbox/contract'
import { unzip } from '@docketbox/testing/files/unzip'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import {
  addSubscriber,
  fileReceipt,
  fuel,
  insurance,
  meal,
  others,
  training,
  travel,
} from '#testing/receipts.ts'
import { yearOf } from '#testing/years.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})
afterEach(() => server.setNow(undefined))

const { editFacts, editLabel, move, bulk, undoBulk, updateTaxProfile, taxProfile, details, summary } =
  api.receipts

type LabelBody = Parameters<typeof server.call<typeof editLabel>>[1]['body']
const label = async ({ _id }: Receipt, body: LabelBody, person = ann) =>
  (await server.call(editLabel, { params: { uploadId: _id }, body }, person)).body
const edit = async ({ _id }: Receipt, body: object, person = ann) =>
  (await server.call(editFacts, { params: { uploadId: _id }, body }, person)).body
const read = async ({ _id }: Receipt, person = ann) =>
  (await server.call(details, { params: { uploadId: _id } }, person)).body

describe('the deduction label of a receipt', () => {
  test('is suggested by its category, its words and the owner’s answers', async () => {
    const receipt = await fileReceipt(server, ann, { category: others, description: 'Thing' })
    expect(receipt.label).toMatchObject({ suggested: null, confirmed: null, questions: [{ id: 'other' }] })
    expect((await edit(receipt, { description: 'Uniform' })).label.suggested).toBe('D3')
    const answered = await label(receipt, { answers: { clothing: 'plain' } })
    expect(answered.label).toMatchObject({
      suggested: 'private',
      questions: [{ id: 'clothing', answer: 'plain' }],
    })
    const moved = await server.call(
      move,
      { params: { uploadId: receipt._id }, body: { category: travel } },
      ann,
    )
    expect(moved.body.label.suggested).toBe('D2')
    expect((await read(receipt)).label.suggested).toBe('D2')
  })

  test('stays as its owner confirmed it, apart from the suggestion', async () => {
    const receipt = await fileReceipt(server, ann)
    expect((await label(receipt, { confirmed: 'D5' })).label).toMatchObject({
      suggested: 'D1',
      confirmed: 'D5',
    })
    await edit(receipt, { supplier: 'Ampol' })
    expect((await read(receipt)).label).toMatchObject({ suggested: 'D1', confirmed: 'D5' })
    expect((await label(receipt, { confirmed: null })).label.confirmed).toBeNull()
  })

  test('follows many receipts that are moved, and back', async () => {
    const kim = await addSubscriber(server, 'kim@example.com')
    const receipts = [
      await fileReceipt(server, kim),
      await fileReceipt(server, kim, { category: insurance, description: 'Union fees' }),
    ]
    const labels = async () => {
      const found: (DeductionLabel | null)[] = []
      for (const receipt of receipts) found.push((await read(receipt, kim)).label.suggested)
      return found
    }
    const ids = receipts.map(({ _id }) => _id)
    const action = { type: 'move' as const, category: meal }
    const { undo } = (await server.call(bulk, { body: { ids, action } }, kim)).body
    expect(await labels()).toEqual(['private', 'private'])
    await server.call(undoBulk, { params: { changeId: undo! } }, kim)
    expect(await labels()).toEqual(['D1', 'D5'])
  })

  test('follows how the owner earns, which they are asked once', async () => {
    const joe = await addSubscriber(server, 'joe@example.com')
    const before = await fileReceipt(server, joe)
    const confirmed = await fileReceipt(server, joe)
    await label(confirmed, { confirmed: 'D1' }, joe)
    const asked = { work: null, isGstRegistered: null, answers: [] }
    expect((await server.call(taxProfile, {}, joe)).body).toEqual(asked)
    const answer = async (body: object) => (await server.call(updateTaxProfile, { body }, joe)).body
    expect(await answer({ work: 'soleTrader' })).toMatchObject({ isGstRegistered: null })
    const both = { work: 'soleTrader', isGstRegistered: true } as const
    expect(await answer({ isGstRegistered: true })).toEqual({ ...both, answers: [{ ...both, from: null }] })
    const after = await fileReceipt(server, joe)
    expect(after.label.suggested).toBe('business')
    expect((await read(before, joe)).label.suggested).toBe('business')
    expect((await read(confirmed, joe)).label).toMatchObject({ suggested: 'business', confirmed: 'D1' })
    const { incomeYear } = after
    const labels = async () => (await yearOf(server, joe, incomeYear)).byLabel.map((each) => each.label)
    await expect.poll(labels).toEqual(['business', 'D1'])
    await answer({ work: 'both' })
    expect((await fileReceipt(server, joe)).label).toMatchObject({
      suggested: 'D1',
      questions: [{ id: 'forWork' }, { id: 'vehicle' }],
    })
  })

  test('follows how the owner earns on more receipts than one batch has', async () => {
    const max = await addSubscriber(server, 'max@example.com')
    const at = new Date('2026-08-01T00:00:00Z')
    await sql`insert into receipts (id, owner_id, category_id, titles, description, label_suggested, captured_on,
        created_at, updated_at)
      select gen_random_uuid(), ${max.id}, ${fuel}, '', 'Diesel', 'D1', ${at}, ${at}, ${at}
      from generate_series(1, 1001)`.execute(server.deps.db)
    await server.call(updateTaxProfile, { body: { work: 'soleTrader' } }, max)
    const labels = async () =>
      (await yearOf(server, max, '2026-27')).byLabel.map((each) => [each.label, each.receipts])
    await expect.poll(labels).toEqual([['business', 1001]])
  })

  test('is refused when it isn’t one, and on another’s receipt', async () => {
    const receipt = await fileReceipt(server, ann)
    const params = { uploadId: receipt._id }
    for (const body of [{ confirmed: 'D16' }, { answers: { vehicle: 'boat' } }, { answers: { boat: 'car' } }])
      expect((await server.call(editLabel, { params, body: body as LabelBody }, ann)).status).toBe(400)
    const eve = await addSubscriber(server, 'eve@example.com')
    expect((await server.call(editLabel, { params, body: { confirmed: 'D1' } }, eve)).status).toBe(404)
    await server.call(api.receipts.remove, { params }, ann)
    expect((await server.call(editLabel, { params, body: { confirmed: 'D1' } }, ann)).status).toBe(409)
  })
})

describe('the evidence of a receipt', () => {
  test('is complete once all its details are known', async () => {
    const receipt = await fileReceipt(server, ann, { description: '' })
    expect(receipt.missing).toEqual(['description', 'supplier', 'amount', 'date'])
    const facts = { description: 'Diesel', supplier: 'Ampol', totalCents: 9000, paidDate: '2026-03-03' }
    expect((await edit(receipt, facts)).missing).toEqual(['documentDate'])
    expect((await edit(receipt, { documentDate: '2026-03-03' })).missing).toEqual([])
    const { docs } = (await server.call(api.receipts.search, { query: { q: 'Ampol' } }, ann)).body
    expect(docs.find(({ _id }) => _id === receipt._id)).toMatchObject({ missing: [] })
  })

  test('needs a tax invoice’s details above the year’s limit for owners registered for GST', async () => {
    const zoe = await addSubscriber(server, 'zoe@example.com')
    await server.call(updateTaxProfile, { body: { isGstRegistered: true } }, zoe)
    const receipt = await fileReceipt(server, zoe)
    const facts = { supplier: 'Ampol', totalCents: 8250, documentDate: '2026-03-03' }
    expect((await edit(receipt, facts, zoe)).missing).toEqual([])
    expect((await edit(receipt, { totalCents: 8251 }, zoe)).missing).toEqual(['supplierAbn', 'gst'])
    expect((await edit(receipt, { totalCents: 100_000 }, zoe)).missing).toEqual([
      'supplierAbn',
      'gst',
      'buyer',
    ])
    expect((await edit(receipt, { buyer: 'Zoe Plumbing' }, zoe)).missing).toEqual(['supplierAbn', 'gst'])
    // No limit is known for that year.
    expect((await edit(receipt, { documentDate: '2015-03-03' }, zoe)).missing).toEqual([])
  })

  test('says when its owner last wrote the description', async () => {
    server.setNow(new Date('2026-09-01T02:00:00Z'))
    const tom = await addSubscriber(server, 'tom@example.com')
    const filed = await fileReceipt(server, tom, { description: '' })
    expect(filed.describedAt).toBeNull()
    server.setNow(new Date('2026-09-02T02:00:00Z'))
    const described = await edit(filed, { description: 'Diesel' }, await server.signIn(tom))
    server.setNow(new Date('2026-09-03T02:00:00Z'))
    const later = await server.signIn(tom)
    const same = await edit(filed, { description: 'Diesel', note: 'Cash' }, later)
    expect([described.describedAt, same.describedAt]).toEqual(Array(2).fill('2026-09-02T02:00:00.000Z'))
    expect((await edit(filed, { description: 'Unleaded' }, later)).describedAt).toBe(
      '2026-09-03T02:00:00.000Z',
    )
  })
})

test('what is claimable is the share for work, rounded half up, and totals show both', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  const facts = [
    { totalCents: 10_001, workUsePercent: 50 },
    { totalCents: 2_000 },
    { totalCents: 500, workUsePercent: 0 },
    { totalCents: 4_000, currency: 'USD', audCents: 6_000, workUsePercent: 33 },
    { totalCents: 4_000, currency: 'EUR' },
    { totalCents: 700 },
    { totalCents: 3_300, isReimbursed: true },
  ]
  const receipts: Receipt[] = []
  for (const fact of facts)
    receipts.push(await edit(await fileReceipt(server, bob), { ...fact, documentDate: '2026-03-03' }, bob))
  await label(receipts[5]!, { confirmed: 'private' }, bob)
  const amounts = []
  for (const receipt of receipts) {
    const { spentCents, claimableCents } = await read(receipt, bob)
    amounts.push([spentCents, claimableCents])
  }
  expect(amounts).toEqual([
    [10_001, 5_001],
    [2_000, 2_000],
    [500, 0],
    [6_000, 1_980],
    [null, null],
    [700, 0],
    [3_300, 0],
  ])
  const { totals } = (await server.call(summary, {}, bob)).body
  const sums = { totalCents: 22_501, claimableCents: 8_981 }
  expect(totals).toEqual([{ category: fuel, incomeYear: '2025-26', receipts: 7, ...sums }])
  const found = (await server.call(api.receipts.search, { query: {} }, bob)).body
  expect(found).toMatchObject({ ...sums, withAmount: 6 })
  await server.call(api.receipts.remove, { params: { uploadId: receipts[0]!._id } }, bob)
  expect((await server.call(summary, {}, bob)).body.totals).toMatchObject([
    { totalCents: 12_500, claimableCents: 3_980 },
  ])
})

test('whether a course was reimbursed is asked once, whatever screen it’s answered on, and can be searched for', async () => {
  const amy = await addSubscriber(server, 'amy@example.com')
  const course = await fileReceipt(server, amy, { category: training, description: 'First aid course' })
  await edit(course, { totalCents: 20_000, documentDate: '2026-03-03' }, amy)
  const answered = await label(course, { answers: { paidBack: 'yes' } }, amy)
  expect(answered).toMatchObject({
    facts: { isReimbursed: true },
    claimableCents: 0,
    label: { suggested: 'private', questions: [{ id: 'course' }, { id: 'paidBack', answer: 'yes' }] },
  })
  const found = async (reimbursed: 'yes' | 'no') =>
    (await server.call(api.receipts.search, { query: { reimbursed } }, amy)).body.totalDocs
  expect([await found('yes'), await found('no')]).toEqual([1, 0])
  const known = { ...course.facts, description: course.description }
  expect(await edit(course, { isReimbursed: false, known }, amy)).toMatchObject({ code: 'common.changed' })
  const changed = await edit(course, { isReimbursed: false }, amy)
  expect(changed).toMatchObject({ claimableCents: 20_000, label: { suggested: 'D4' } })
  expect([await found('yes'), await found('no')]).toEqual([0, 1])
})

test('exports keep suggested and confirmed labels apart', async () => {
  const lee = await addSubscriber(server, 'lee@example.com')
  const receipt = await fileReceipt(server, lee)
  await edit(receipt, { totalCents: 1000, workUsePercent: 80 }, lee)
  await label(receipt, { confirmed: 'D2' }, lee)
  const { body } = await server.call(api.receipts.downloadAll, { query: {} }, lee)
  const [index] = await unzip(body)
  expect(index!.body.toString()).toContain(',80,8.00,D1,D2,')
})

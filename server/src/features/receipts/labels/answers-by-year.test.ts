import { api } from '@docketbox/contract'
import { unzip } from '@docketbox/testing/files/unzip'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { makePack, openPack, pdfText } from '#testing/packs.ts'
import { addSubscriber, fileReceipt, others } from '#testing/receipts.ts'
import { yearOf } from '#testing/years.ts'

const { search, details, editFacts, bulk, updateTaxProfile, taxProfile } = api.receipts
const YEAR = '2024-25'

let server: TestServer
let joe: Person
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.setNow(new Date('2026-07-02T02:00:00Z'))
  joe = await addSubscriber(server, `joe-${count++}@example.com`)
})

type Answers = Parameters<typeof server.call<typeof updateTaxProfile>>[1]['body']
const answer = (body: Answers) => server.call(updateTaxProfile, { body }, joe)
const edit = (uploadId: string, body: object) => server.call(editFacts, { params: { uploadId }, body }, joe)
const labelOf = async (uploadId: string) =>
  (await server.call(details, { params: { uploadId } }, joe)).body.label.suggested
const labelsIn = async (incomeYear: string) =>
  (await yearOf(server, joe, incomeYear)).byLabel.map(({ label }) => label)

test('what a sole trader filed for their business stays the business’s once they have a job as well', async () => {
  await answer({ work: 'soleTrader' })
  const file = async () => (await fileReceipt(server, joe, { category: others, description: 'Tools' }))._id
  const before = await file()
  await answer({ work: 'both' })
  const after = await file()
  expect([await labelOf(before), await labelOf(after)]).toEqual(['business', 'D5'])
})

describe('an owner who answers differently', () => {
  beforeEach(async () => {
    await answer({ work: 'employee' })
    for (const documentDate of ['2025-03-03', '2026-07-01']) {
      const { _id } = await fileReceipt(server, joe, { category: others, description: 'Tools' })
      await edit(_id, { documentDate, supplier: 'Bunnings', totalCents: 100_00 })
    }
    await server.call(api.records.saveHours, { body: { days: [{ day: '2025-03-03', minutes: 600 }] } }, joe)
    const lodged = { lodgedOn: '2025-10-20', via: 'myTax' as const }
    await server.call(api.years.recordLodgedReturn, { params: { incomeYear: YEAR }, body: lodged }, joe)
  })

  test('changes the current year, but no earlier one', async () => {
    const before = await yearOf(server, joe, YEAR)
    await answer({ work: 'soleTrader', isGstRegistered: true })
    expect((await server.call(taxProfile, {}, joe)).body).toEqual({
      work: 'soleTrader',
      isGstRegistered: true,
      answers: [
        { from: null, work: 'employee', isGstRegistered: null },
        { from: '2026-27', work: 'soleTrader', isGstRegistered: true },
      ],
    })
    await expect.poll(() => labelsIn('2026-27')).toEqual(['business'])
    expect(await yearOf(server, joe, YEAR)).toEqual(before)
    const { docs } = (await server.call(search, { query: { sort: '-date' } }, joe)).body
    expect(docs.map(({ incomeYear, missing }) => [incomeYear, missing])).toEqual([
      ['2026-27', ['supplierAbn', 'gst']],
      [YEAR, []],
    ])
    const lacking = (await server.call(search, { query: { missing: 'any' } }, joe)).body.docs
    expect(lacking.map(({ incomeYear }) => incomeYear)).toEqual(['2026-27'])
    const pack = await openPack(server, joe, await makePack(server, joe, YEAR))
    expect((await pdfText(pack.get('summary.pdf')!)).replaceAll(/\s+/g, ' ')).toContain(
      'Earns income as Employee ',
    )
  })

  test('can say from which year that counts', async () => {
    const workSince = async (from: string | null) => (await answer({ work: 'soleTrader', from })).body.answers
    expect(await workSince('2025-26')).toMatchObject([{ work: 'employee' }, { from: '2025-26' }])
    const exported = await unzip((await server.call(api.account.exportAll, {}, joe)).body)
    const profile = exported.find(({ name }) => name === 'Profile.json')!
    expect(JSON.parse(profile.body.toString())).toMatchObject({
      work: 'soleTrader',
      taxAnswers: [{ from: null, work: 'employee' }, { from: '2025-26' }],
    })
    await expect.poll(() => labelsIn('2026-27')).toEqual(['business'])
    expect(await labelsIn(YEAR)).toEqual(['D5'])
    expect(await workSince(null)).toMatchObject([{ from: null, work: 'soleTrader' }])
    await expect.poll(() => labelsIn(YEAR)).toEqual(['business'])
    const { records } = await yearOf(server, joe, YEAR)
    expect(records.map(({ label }) => label)).toEqual(['business'])
    expect((await answer({ work: 'both', from: '2027-28' })).body).toMatchObject({ code: 'years.notStarted' })
  })

  test('gets labels that suit the year of a receipt, whatever moves it there', async () => {
    await answer({ work: 'soleTrader' })
    const today = await fileReceipt(server, joe)
    const lastYear = await fileReceipt(server, joe, { capturedOn: '2026-06-30' })
    expect([today, lastYear].map(({ label }) => label.suggested)).toEqual(['business', 'D1'])
    expect(await labelsIn('2025-26')).toEqual(['D1'])
    await edit(today._id, { documentDate: '2025-06-30' })
    expect(await labelsIn(YEAR)).toEqual(['D5', 'D1'])
    const action = { type: 'date' as const, documentDate: '2026-07-01' }
    await server.call(bulk, { body: { ids: [today._id, lastYear._id], action } }, joe)
    expect(await labelsIn('2026-27')).toEqual(['business'])
    expect(await labelOf(lastYear._id)).toBe('business')
  })
})

test('an owner who first answers after lodging a return keeps its labels', async () => {
  for (const documentDate of ['2025-03-03', '2025-07-01']) {
    const { _id } = await fileReceipt(server, joe, { category: others, description: 'Tools' })
    await edit(_id, { documentDate, totalCents: 100_00 })
  }
  const lodged = { lodgedOn: '2025-10-20', via: 'myTax' as const }
  await server.call(api.years.recordLodgedReturn, { params: { incomeYear: YEAR }, body: lodged }, joe)
  expect((await answer({ work: 'soleTrader' })).body.answers).toMatchObject([
    { from: null, work: null },
    { from: '2025-26', work: 'soleTrader' },
  ])
  await expect.poll(() => labelsIn('2025-26')).toEqual(['business'])
  expect(await labelsIn(YEAR)).toEqual(['D5'])
})

test('answers from before the upgrade count for all years', async () => {
  const db = await databaseAt('0130_last_days_of_trials')
  await sql
    .raw(
      `insert into users (id, role, first_name, last_name, email, username, created_at, updated_at)
       values (gen_random_uuid(), 'User', 'Ann', 'Lee', 'ann@example.com', 'ann', '2026-06-20', '2026-06-20');
       insert into tax_profiles (owner_id, work, updated_at) select id, 'both', '2026-06-20' from users`,
    )
    .execute(db)
  await migrate(db)
  const profiles = await db.selectFrom('taxProfiles').select(['fromYear', 'work']).execute()
  expect(profiles).toEqual([{ fromYear: 0, work: 'both' }])
})

import { api, yearTexts } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { mailEndedRetention } from '#features/years'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const run = () => ({ id: 'x', attempt: 1, isLast: true, signal: AbortSignal.timeout(60_000) })

/** Whether an owner is asked about the receipts of 2020–21 by mail, and by the page and the list of years. */
async function asked(owner: Person) {
  const isMailed = () => server.outbox.sent.some(({ to }) => to === owner.email)
  await mailEndedRetention.handler(server.deps, {}, run())
  const { body } = await server.call(api.years.list, {}, owner)
  const listed = body.docs.find(({ incomeYear }) => incomeYear === '2020-21')
  const { isDecisionDue } = (await yearOf(server, owner, '2020-21')).retention
  if (isDecisionDue) await server.outbox.waitFor(owner.email, { subject: 'Do you still want' })
  return [isMailed(), isDecisionDue, listed?.retention.isDecisionDue]
}

const [yes, no] = [
  [true, true, true],
  [false, false, false],
]
const lodged2021 = { 2021: '2021-09-01' }

test.each([
  ['that’s claimed until 2023–24', 2024, { ...lodged2021, 2024: '2024-09-01' }, '2027-01-05', no],
  ['on the last day for 2023–24', 2024, { ...lodged2021, 2024: '2024-09-01' }, '2029-10-31', no],
  ['once the period of 2023–24 has ended', 2024, { ...lodged2021, 2024: '2024-09-01' }, '2029-11-02', yes],
  ['whose last return isn’t known to be lodged', 2024, lodged2021, '2035-01-05', no],
  [
    'whose year in between was lodged late',
    2023,
    { ...lodged2021, 2022: '2026-09-01', 2023: '2023-09-01' },
    '2029-01-05',
    no,
  ],
  ['that’s claimed in 2020–21 only', 2021, lodged2021, '2027-01-05', yes],
])(
  'of a year whose only receipt is for an asset %s, its owner is or isn’t asked',
  async (name, lastClaimedYear, lodged, day, expected) => {
    server.setNow(new Date('2026-08-03T02:00:00Z'))
    const owner = await server.addUser(`asset-${server.outbox.sent.length}-${name.length}@example.com`)
    await insertReceipt(server, owner, { documentDate: '2020-09-01', lastClaimedYear })
    for (const [incomeYear, lodgedOn] of Object.entries(lodged))
      await server.deps.db
        .insertInto('incomeYears')
        .values({ ownerId: owner.id, incomeYear: Number(incomeYear), lodgedOn, lodgedVia: 'myTax' })
        .execute()
    server.setNow(new Date(`${day}T01:00:00Z`))
    expect(await asked(await server.signIn(owner))).toEqual(expected)
  },
)

test('of a year with other receipts, the mail says how many are for assets and have to be kept', async () => {
  server.setNow(new Date('2026-08-03T02:00:00Z'))
  const owner = await server.addUser('others@example.com')
  for (const lastClaimedYear of [2024, 2024, null, 2021])
    await insertReceipt(server, owner, { documentDate: '2020-09-01', lastClaimedYear })
  await server.deps.db
    .insertInto('incomeYears')
    .values({ ownerId: owner.id, incomeYear: 2021, lodgedOn: '2021-09-01', lodgedVia: 'myTax' })
    .execute()
  server.setNow(new Date('2027-01-05T01:00:00Z'))
  expect(await asked(await server.signIn(owner))).toEqual(yes)
  const { text } = await server.outbox.waitFor(owner.email, { subject: 'Do you still want' })
  const plain = text.replaceAll(/\s+/g, ' ')
  expect(plain).toContain('You no longer have to keep some of your 2020–21 receipts')
  expect(plain).toContain(
    `you have 4 receipts from 2020–21. Of these, 2 are for assets you claim over several years. ${yearTexts.assets} The law no longer requires you to keep the others, unless there’s a dispute.`,
  )
})

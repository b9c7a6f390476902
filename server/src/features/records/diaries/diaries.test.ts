import { api, commonRefusals } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type Person, type TestServer } from '#testing/harness.ts'

const { records } = api

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-04-30T10:00:00Z'))
  ann = await server.addUser('ann@example.com')
})

const year = async () => (await server.call(records.ofYear, { params: { incomeYear: '2024-25' } }, ann)).body
const claims = async () => (await year()).claims.filter((claim) => claim.kind === 'phoneAndInternet')

test('a diary counts once its four weeks are entered, and moving it loses no day', async () => {
  const save = (startedOn: string, costCents: number | null = 600_00) =>
    server.call(
      records.saveDiary,
      { params: { incomeYear: '2024-25', service: 'phone' }, body: { startedOn, costCents } },
      ann,
    )
  const days = Array.from({ length: 29 }, (_, index) => ({
    day: new Date(Date.UTC(2025, 2, 3 + index)).toISOString().slice(0, 10),
    work: 1,
    personal: 3,
  }))
  await save('2025-03-03')
  await server.call(
    records.saveDiaryDays,
    { params: { service: 'phone' }, body: { days: days.slice(1) } },
    ann,
  )
  expect(await claims()).toMatchObject([{ claimableCents: null, note: '27 of 28 days entered.' }])
  await save('2025-03-04')
  expect(await claims()).toMatchObject([{ quantity: 25, claimableCents: 150_00 }])
  expect((await save('2025-06-04')).status).toBe(400)
  expect((await year()).diaries[0]!.days).toHaveLength(28)
  const emptied = [{ day: '2025-03-31', work: null, personal: null }]
  for (let time = 0; time < 2; time++)
    await server.call(records.saveDiaryDays, { params: { service: 'phone' }, body: { days: emptied } }, ann)
  expect((await year()).diaries[0]!.days).toHaveLength(27)
  const half = [{ day: '2025-03-31', work: 1, personal: null }]
  expect(
    (await server.call(records.saveDiaryDays, { params: { service: 'phone' }, body: { days: half } }, ann))
      .status,
  ).toBe(400)
})

test('deleting a diary deletes its days, returns the same when it’s repeated, and can be undone', async () => {
  const bob = await server.addUser('bob@example.com')
  const params = { incomeYear: '2024-25', service: 'phone' as const }
  const start = (startedOn: string, person: Person) =>
    server.call(records.saveDiary, { params, body: { startedOn, costCents: 600_00 } }, person)
  const enter = (days: { day: string; work: number; personal: number }[], person: Person) =>
    server.call(records.saveDiaryDays, { params, body: { days } }, person)
  const remove = async (person: Person) => (await server.call(records.removeDiary, { params }, person)).body
  const shown = async (person: Person) =>
    (await server.call(records.ofYear, { params }, person)).body.diaries.map(({ startedOn, days }) => ({
      startedOn,
      days,
    }))
  const day = { day: '2024-09-03', work: 1, personal: 3 }
  for (const person of [ann, bob]) {
    await start('2024-09-02', person)
    await enter([day], person)
  }
  const deleted = { startedOn: '2024-09-02', costCents: 600_00, days: [day] }
  // The first response may be lost.
  for (let time = 0; time < 2; time++) expect(await remove(bob)).toEqual({ deleted })
  expect(await shown(bob)).toEqual([])
  await start('2024-09-02', bob)
  expect(await shown(bob)).toEqual([{ startedOn: '2024-09-02', days: [] }])
  await enter([day], bob)
  expect(await shown(bob)).toEqual([{ startedOn: '2024-09-02', days: [day] }])
  expect(await shown(ann)).toContainEqual({ startedOn: '2024-09-02', days: [day] })
  await remove(ann)
})

test('a day keeps both of its numbers when they’re entered in two tabs', async () => {
  await server.call(
    records.saveDiary,
    {
      params: { incomeYear: '2024-25', service: 'internet' },
      body: { startedOn: '2025-02-03', costCents: null },
    },
    ann,
  )
  const day = '2025-02-04'
  const save = async (change: object) => {
    const body = { days: [{ day, ...change }] }
    return (await server.call(records.saveDiaryDays, { params: { service: 'internet' }, body }, ann)).status
  }
  const entered = async () => (await year()).diaries.find(({ service }) => service === 'internet')!.days
  await save({ work: 2 })
  expect(await entered()).toEqual([{ day, work: 2, personal: 0 }])
  await save({ personal: 5 })
  expect(await entered()).toEqual([{ day, work: 2, personal: 5 }])
  expect([await save({}), await save({ work: null })]).toEqual([400, 400])
  await save({ work: null, personal: null })
  expect(await entered()).toEqual([])
})

test('a diary that another tab has started isn’t replaced', async () => {
  const save = (startedOn: string, known?: null) =>
    server.call(
      records.saveDiary,
      {
        params: { incomeYear: '2024-25', service: 'internet' },
        body: { startedOn, costCents: null, known },
      },
      ann,
    )
  expect((await save('2025-02-03', null)).status).toBe(200)
  expect((await save('2025-02-03', null)).status).toBe(200)
  expect(await save('2025-03-03', null)).toMatchObject({
    status: 409,
    body: { code: commonRefusals.changed.code },
  })
  expect((await save('2025-03-03')).status).toBe(200)
})

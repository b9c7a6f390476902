import { randomUUID } from 'node:crypto'
import { api, type HoursOfDay } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { whileLocked } from '#testing/database/locks.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

const { records } = api
/** 8 pm in Sydney. */
const EVENING = new Date('2026-04-30T10:00:00Z')

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(EVENING)
  ann = await server.addUser('ann@example.com')
})

const year = async (incomeYear = '2025-26') =>
  (await server.call(records.ofYear, { params: { incomeYear } }, ann)).body
const saveHours = (days: HoursOfDay[]) => server.call(records.saveHours, { body: { days } }, ann)

describe('hours', () => {
  test('are set by day, count in the year of their day, and can be undone', async () => {
    await saveHours([
      { day: '2025-06-30', minutes: 60 },
      { day: '2025-07-01', minutes: 450 },
    ])
    const { body } = await saveHours([
      { day: '2025-07-01', minutes: 0 },
      { day: '2025-07-02', minutes: 30 },
    ])
    expect((await year()).hours).toEqual([{ day: '2025-07-02', minutes: 30 }])
    expect((await year('2024-25')).hours).toEqual([{ day: '2025-06-30', minutes: 60 }])
    expect((await year()).claims).toMatchObject([{ quantity: 0.5, claimableCents: 35 }])
    await saveHours(body.before)
    expect((await year()).hours).toEqual([{ day: '2025-07-01', minutes: 450 }])
  })

  test.each([
    ['in the future', [{ day: '2026-05-01', minutes: 60 }], 'days.0.day'],
    ['of more than a day', [{ day: '2026-04-30', minutes: 1441 }], 'days.0.minutes'],
    ['of no day', [], 'days'],
  ])('%s are refused', async (_, days, field) => {
    const { status, body } = await saveHours(days)
    expect(status).toBe(400)
    expect((body as unknown as { fields: object }).fields).toHaveProperty([field])
  })

  test('that don’t fit into their days, for a job and a business together, are all refused at once', async () => {
    const [day, fits, other] = ['2026-02-01', '2026-02-02', '2026-02-03'] as const
    const long = [day, other].map((day) => ({ day, minutes: 1_400 }))
    await saveHours(long)
    const business = [day, fits, other].map((day) => ({ day, minutes: 60, isForBusiness: true }))
    const { body } = await saveHours(business)
    const text =
      '1 Feb 2026 and 3 Feb 2026 would have more than 24 hours, for your job and your business together.'
    expect(body).toMatchObject({
      message: text,
      fields: { 'days.0.minutes': text, 'days.2.minutes': text },
    })
    expect((await year()).hours).toEqual(expect.arrayContaining(long))
  })

  test('of a day that has begun in New Zealand, but not yet in Sydney, are saved', async () => {
    server.setNow(new Date('2025-06-30T12:00:00Z'))
    expect((await saveHours([{ day: '2025-07-01', minutes: 10 }])).status).toBe(200)
    server.setNow(EVENING)
  })
})

describe('the timer', () => {
  const start = (id: string = randomUUID(), timeZone = 'Australia/Perth') =>
    server.call(records.startTimer, { body: { _id: id, timeZone } }, ann)
  const stop = (timerId: string) => server.call(records.stopTimer, { params: { timerId } }, ann)

  test('runs once in all tabs, and adds its time once, to the days it ran on', async () => {
    server.setNow(new Date('2026-04-30T15:00:00Z')) // 11 pm in Perth
    const [one, other] = await Promise.all([start(), start()])
    expect(other.body).toEqual(one.body)
    expect((await year()).timer).toEqual(one.body)
    server.setNow(new Date('2026-04-30T17:30:20Z'))
    const stops = await Promise.all([stop(one.body._id), stop(one.body._id), stop(randomUUID())])
    expect(stops.map(({ body }) => body.minutes)).toEqual([150, 150, null])
    expect((await year()).timer).toBeNull()
    expect((await year()).hours.filter(({ day }) => day >= '2026-04-30')).toEqual([
      { day: '2026-04-30', minutes: 60 },
      { day: '2026-05-01', minutes: 90 },
    ])
    expect(stops[0].body).toEqual(stops[1].body)
    const { before } = stops[0].body
    await saveHours(before)
    expect((await year()).hours.filter(({ day }) => day >= '2026-04-30')).toEqual([])
    server.setNow(EVENING)
  })

  test('counts no more than 24 hours of the day on which daylight saving ends', async () => {
    server.setNow(new Date('2026-04-03T22:00:00Z')) // 9 am in Sydney
    const { body } = await start(undefined, 'Australia/Sydney')
    server.setNow(new Date('2026-04-05T22:00:00Z'))
    expect(await stop(body._id)).toMatchObject({ status: 200, body: { minutes: (15 + 24 + 8) * 60 } })
    expect((await year()).hours.filter(({ day }) => day >= '2026-04-04')).toEqual([
      { day: '2026-04-04', minutes: 15 * 60 },
      { day: '2026-04-05', minutes: 24 * 60 },
      { day: '2026-04-06', minutes: 8 * 60 },
    ])
    await saveHours(['04', '05', '06'].map((day) => ({ day: `2026-04-${day}`, minutes: 0 })))
    server.setNow(EVENING)
  })

  test('and hours that are saved while it stops fit into their day together', async () => {
    const _id = randomUUID()
    const timer = { _id, timeZone: 'Australia/Sydney', isForBusiness: true }
    server.setNow(new Date('2026-04-29T02:00:00Z'))
    await server.call(records.startTimer, { body: timer }, ann)
    server.setNow(new Date('2026-04-29T03:00:00Z'))
    const save = () => saveHours([{ day: '2026-04-29', minutes: 1_400, isForBusiness: false }])
    const whileStopping = sql`lock table deleted_records in share mode`
    const both = await whileLocked(server.deps.db, whileStopping, [() => stop(_id), save] as const)
    expect(both.map(({ status }) => status)).toEqual([200, 400])
    server.setNow(EVENING)
  })

  test('never makes a day longer than a day, and can be discarded', async () => {
    await saveHours([{ day: '2026-04-30', minutes: 1430 }])
    const { body } = await start()
    server.setNow(new Date('2026-04-30T11:00:00Z'))
    await stop(body._id)
    expect((await year()).hours.at(-1)).toEqual({ day: '2026-04-30', minutes: 1440 })
    const next = (await start()).body._id
    await server.call(records.discardTimer, { params: { timerId: next } }, ann)
    expect((await stop(next)).body).toEqual({ minutes: null, before: [] })
    expect((await start(undefined, 'Mars/Olympus')).status).toBe(400)
  })
})

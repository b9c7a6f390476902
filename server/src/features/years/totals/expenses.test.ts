import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { drive, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

test('an expense without a receipt that the records cover isn’t counted, which is said', async () => {
  const max = await addSubscriber(server, 'max@example.com')
  await server.call(api.records.saveHours, { body: { days: [{ day: '2026-08-03', minutes: 60 }] } }, max)
  const expense = { kind: 'bankLine' as const, paidOn: '2026-08-04', supplier: 'Telstra', note: 'For work' }
  const body = { ...expense, description: 'Phone bill', amountCents: 80_00, label: 'D5' as const }
  await server.call(api.expenses.save, { params: { evidenceId: randomUUID() }, body }, max)
  const { evidenceParts, standardDeduction } = await yearOf(server, max, '2026-27')
  expect([evidenceParts.coveredCents, standardDeduction!.workExpensesCents]).toEqual([80_00, 70])
})

test('the records of a sole trader cover expenses of their business that have no receipt, by what they’re for', async () => {
  const sol = await addSubscriber(server, 'sol@example.com')
  await server.call(api.receipts.updateTaxProfile, { body: { work: 'soleTrader' } }, sol)
  await server.call(api.records.saveHours, { body: { days: [{ day: '2026-08-03', minutes: 60 }] } }, sol)
  for (const [supplier, amountCents] of [
    ['Telstra', 80_00],
    ['Linkt', 7_50],
    ['BP', 500_00],
  ] as const) {
    const expense = { kind: 'bankLine' as const, paidOn: '2026-08-04', supplier, note: 'For work' }
    const body = { ...expense, description: 'Bill', amountCents, label: 'business' as const }
    await server.call(api.expenses.save, { params: { evidenceId: randomUUID() }, body }, sol)
  }
  expect((await yearOf(server, sol, '2026-27')).evidenceParts.coveredCents).toBe(80_00)
  await drive(server, sol, { day: '2026-08-04', km: 500 })
  const { evidenceParts, cars } = await yearOf(server, sol, '2026-27')
  expect([evidenceParts.coveredCents, cars.withoutReceiptCents]).toEqual([580_00, 500_00])
})

test('an expense without a receipt that has no label may make work expenses higher', async () => {
  const ivy = await addSubscriber(server, 'ivy@example.com')
  const expense = { kind: 'bankLine' as const, paidOn: '2026-08-04', supplier: 'Linkt', note: 'For work' }
  const body = { ...expense, description: 'Toll', amountCents: 7_50, label: null }
  await server.call(api.expenses.save, { params: { evidenceId: randomUUID() }, body }, ivy)
  expect((await yearOf(server, ivy, '2026-27')).standardDeduction).toMatchObject({ hasUnknown: true })
})

test('what a car cost without a receipt can be added to its costs, but not the car', async () => {
  const lea = await addSubscriber(server, 'lea@example.com')
  const line = { kind: 'bankLine' as const, paidOn: '2026-08-04', label: 'D1' as const, note: 'Card payment' }
  for (const [description, amountCents] of [
    ['Fuel', 65_50],
    ['Car purchase', 20_000_00],
  ] as const) {
    const body = { ...line, supplier: 'Dealer', description, amountCents, workUsePercent: 50 }
    await server.call(api.expenses.save, { params: { evidenceId: randomUUID() }, body }, lea)
  }
  const { cars, evidenceParts } = await yearOf(server, lea, '2026-27')
  expect(cars).toMatchObject({ receipts: 0, withoutReceiptCents: 65_50 })
  expect(evidenceParts.carCents).toBe(10_032_75)
  await drive(server, lea, { day: '2026-08-04', km: 500 })
  expect((await yearOf(server, lea, '2026-27')).evidenceParts.carCents).toBe(0)
})

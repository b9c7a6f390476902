import { randomUUID } from 'node:crypto'
import { api, type ClaimsPayload, type DeductionLabel } from '@docketbox/contract'
import { complete, minimal } from '@docketbox/contract/lodgement/testing/claims-sample'
import { beforeAll, describe, expect, test } from 'vitest'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt, fuel } from '#testing/receipts.ts'
import { insertReceipt } from '#testing/years.ts'
import { deleteLodgements, exportSentForms, listLodgements } from './index.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  server.setNow(new Date('2026-11-22T02:00:00Z'))
  ann = await addSubscriber(server, 'ann@example.com')
})

const { lodgement } = api
const prefill = async (incomeYear: string, person = ann) =>
  (await server.call(lodgement.prefill, { params: { incomeYear } }, person)).body
const sent = async (incomeYear: string, person = ann) =>
  (await server.call(lodgement.sent, { params: { incomeYear } }, person)).body.docs
const send = (body: ClaimsPayload, key: string, person = ann) =>
  server.call(lodgement.send, { body }, person, { 'idempotency-key': key })

describe('the form of a logged-in user', () => {
  test('starts with their profile', async () => {
    expect(await prefill('2025-26')).toEqual({
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      phoneNumber: '',
      logBook: null,
      amounts: [],
      leftOut: 0,
      assets: 0,
      possibleAssets: 0,
      otherLabels: [],
      recordsLeftOut: [],
    })
  })

  test('has the amounts of the year’s receipts and records, but not those of another year or in the bin', async () => {
    const add = async (documentDate: string, supplier: string) => {
      const { _id } = await fileReceipt(server, ann, { category: fuel, description: supplier })
      await server.call(
        api.receipts.editFacts,
        { params: { uploadId: _id }, body: { documentDate, supplier, totalCents: 52_00 } },
        ann,
      )
      return _id
    }
    await add('2025-08-04', 'Ampol Dubbo')
    await add('2025-08-05', 'Shell')
    await add('2024-08-05', 'Shell')
    const deleted = await add('2025-08-06', 'BP')
    await server.call(api.receipts.remove, { params: { uploadId: deleted } }, ann)
    await server.deps.db
      .updateTable('receipts')
      .set({ labelConfirmed: 'D1' })
      .where('ownerId', '=', ann.id)
      .execute()
    await server.call(
      api.records.saveLaundry,
      {
        params: { entryId: '01a1f98c-b7c0-73be-90be-d80dc65f7503' },
        body: { day: '2025-08-04', workLoads: 3, mixedLoads: 0 },
      },
      ann,
    )
    expect((await prefill('2025-26')).amounts).toEqual([
      {
        item: 'weeklyFuelExpenses',
        cents: 2_00,
        source: 'From 2 receipts: $104.00 over 52 weeks.',
      },
      { item: 'clothingAndLaundry', cents: 3_00, source: 'From your laundry loads.' },
    ])
    expect((await prefill('2023-24')).amounts).toEqual([])
  })

  test('answers the question about a logbook from the method that counts for the car', async () => {
    const cat = await addSubscriber(server, 'cat@example.com')
    const { saveVehicle, saveTrip, saveLogbook, choose } = api.records
    const vehicle = randomUUID()
    const mazda = { name: 'Mazda 3', registration: 'ABC123', engineCapacity: '2.0 L', isCar: true }
    await server.call(saveVehicle, { params: { vehicleId: vehicle }, body: mazda }, cat)
    const trip = { vehicle, day: '2025-08-04', endedOn: null, km: 12, purpose: 'Site visit' }
    const body = { ...trip, odometerStart: null, odometerEnd: null }
    await server.call(saveTrip, { params: { tripId: randomUUID() }, body }, cat)
    const answer = async () => (await prefill('2025-26', cat)).logBook
    expect(await answer()).toBe(false)
    const logbook = { vehicle, startedOn: '2025-08-01', endedOn: null, odometerStart: 0, odometerEnd: null }
    const logbookId = randomUUID()
    await server.call(saveLogbook, { params: { logbookId }, body: logbook }, cat)
    expect(await answer()).toBeNull()
    const method = (kind: 'carTrips' | 'carLogbook') =>
      server.call(
        choose,
        { params: { incomeYear: '2025-26' }, body: { choice: `car:${vehicle}`, kind } },
        cat,
      )
    await method('carTrips')
    expect(await answer()).toBe(false)
    await method('carLogbook')
    expect(await answer()).toBeNull()
    const finished = { ...logbook, endedOn: '2025-10-23', odometerEnd: 1000 }
    await server.call(saveLogbook, { params: { logbookId }, body: finished }, cat)
    expect(await answer()).toBe(true)
    expect((await prefill('2024-25', cat)).logBook).toBeNull()
  })

  test('has the year’s expenses without a receipt, and counts what it leaves out', async () => {
    const bob = await addSubscriber(server, 'bob@example.com')
    const add = (paidOn: string, supplier: string, label: DeductionLabel | null) =>
      server.call(
        api.expenses.save,
        {
          params: { evidenceId: randomUUID() },
          body: {
            kind: 'bankLine',
            paidOn,
            supplier,
            label,
            description: 'Paid',
            amountCents: 52_00,
            note: 'For work',
          },
        },
        bob,
      )
    await add('2025-08-04', 'Ampol Dubbo', 'D1')
    await add('2025-08-05', 'Officeworks', null)
    await add('2024-08-05', 'Ampol Dubbo', 'D1')
    await insertReceipt(server, bob, {
      documentDate: '2025-08-06',
      totalCents: 20_00,
      labelSuggested: 'private',
    })
    await insertReceipt(server, bob, {
      documentDate: '2025-08-06',
      totalCents: 20_00,
      labelConfirmed: 'private',
    })
    const asset = { documentDate: '2025-08-06', totalCents: 2_400_00, labelConfirmed: 'D5' }
    await insertReceipt(server, bob, { ...asset, lastClaimedYear: 2029 })
    const earlier = { ...asset, documentDate: '2023-08-06' }
    await insertReceipt(server, bob, { ...earlier, lastClaimedYear: 2026 })
    await insertReceipt(server, bob, { ...earlier, lastClaimedYear: 2025 })
    await insertReceipt(server, bob, { ...asset, supplier: 'JB Hi-Fi' })
    expect(await prefill('2025-26', bob)).toMatchObject({
      amounts: [
        {
          item: 'weeklyFuelExpenses',
          cents: 1_00,
          source: 'From 1 expense without a receipt: $52.00 over 52 weeks.',
        },
      ],
      leftOut: 2,
      assets: 2,
      possibleAssets: 1,
    })
  })
})

describe('a form that was sent', () => {
  const { spouseDetails, ...rest } = complete
  const claims: ClaimsPayload = { ...rest, spouseDetails, incomeYear: '2024-25' }

  test('is kept once for its sender, in its year, with every answer', async () => {
    const results = await Promise.all([1, 2, 3].map(() => send(claims, 'one-form-sent-thrice')))
    expect(results.map(({ status }) => status)).toEqual([201, 201, 201])
    const { reference } = results[0]!.body
    const [form, ...others] = await sent('2024-25')
    expect(others).toEqual([])
    expect(form).toMatchObject({
      reference,
      incomeYear: '2024-25',
      answers: {
        fullName: 'Ann Lee',
        spouseDetails: { firstName: 'Kim', annualIncome: 5_500_050 },
        investmentDetails: { totalRentalIncome: 2_000_000 },
        logBookDetails: { weeklyFuelExpenses: 6000 },
      },
    })
    expect(await sent('2025-26')).toEqual([])
    expect((await listLodgements(server.deps.db, { page: 1, limit: 10 })).rows).toMatchObject([{ reference }])
    await server.outbox.waitFor('ann@example.com', { subject: reference })
  })

  test('stays when we delete the lodgement, is encrypted, and only its sender sees it', async () => {
    const { rows } = await listLodgements(server.deps.db, { page: 1, limit: 10 })
    await deleteLodgements(
      server.deps.db,
      rows.map(({ id }) => id),
    )
    expect(await sent('2024-25')).toHaveLength(1)
    const [row] = await server.deps.db.selectFrom('sentForms').selectAll().execute()
    expect(row!.answersSealed.toString('latin1')).not.toMatch(/Ann Lee|Kim|1990/)
    const eve = await server.addUser('eve@example.com')
    expect(await sent('2024-25', eve)).toEqual([])
    expect(await exportSentForms(server.deps, eve.id)).toEqual([])
    expect(await exportSentForms(server.deps, ann.id)).toHaveLength(1)
  })

  test('is confirmed by email, no matter how many visitors entered the address', async () => {
    const email = 'flooded@example.com'
    for (let time = 0; time < 6; time++)
      await server.call(lodgement.submit, { body: { ...minimal, email } }, undefined, elsewhere())
    const { body } = await send({ ...claims, email }, 'a-flooded-form')
    const { to } = await server.outbox.waitFor(email, { subject: body.reference, timeoutMs: 10_000 })
    expect(to).toBe(email)
  })

  test('without answers to optional questions is kept unchanged', async () => {
    await send(minimal, 'a-minimal-form')
    expect(await sent('2025-26')).toMatchObject([
      { answers: { dependents: 2, spouseDetails: null, residency: { status: null, medicare: null } } },
    ])
  })

  test('with wrong answers is refused and not kept', async () => {
    const { status } = await send({ ...claims, incomeYear: '2023-24', email: 'no' }, 'a-wrong-form')
    expect(status).toBe(400)
    expect(await sent('2023-24')).toEqual([])
  })
})

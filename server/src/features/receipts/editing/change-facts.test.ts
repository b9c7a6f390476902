import { api, commonRefusals } from '@docketbox/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt, fuel } from '#testing/receipts.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})
afterEach(() => server.setNow(undefined))

const { details, editFacts } = api.receipts

describe('the facts of a receipt', () => {
  test('may name a day that has begun in New Zealand, but not yet in Sydney', async () => {
    server.setNow(new Date('2026-06-30T12:00:00Z'))
    const lou = await addSubscriber(server, 'lou@example.com')
    const { _id: uploadId } = await fileReceipt(server, lou)
    const body = { documentDate: '2026-07-01' }
    expect((await server.call(editFacts, { params: { uploadId }, body }, lou)).status).toBe(200)
  })

  test('are saved, and move it to the income year of its payment', async () => {
    server.setNow(new Date('2026-09-01T02:00:00Z'))
    const zoe = await addSubscriber(server, 'zoe@example.com')
    const receipt = await fileReceipt(server, zoe)
    const facts = {
      supplier: 'Shell Dubbo',
      supplierAbn: '51 824 753 556',
      documentDate: '2026-07-01',
      paidDate: '2026-06-30',
      totalCents: 11_000,
      gstCents: 1_000,
      workUsePercent: 80,
      buyer: 'Zoe Plumbing',
      isReimbursed: false,
      note: 'Paid in cash',
    }
    const params = { uploadId: receipt._id }
    const changed = await server.call(editFacts, { params, body: facts }, zoe)
    expect(receipt.incomeYear).toBe('2026-27')
    expect(changed.body.incomeYear).toBe('2025-26')
    expect(changed.body.facts).toEqual({
      ...facts,
      supplierAbn: '51824753556',
      currency: 'AUD',
      audCents: null,
    })

    const cleared = await server.call(
      editFacts,
      { params, body: { paidDate: null, description: 'Diesel' } },
      zoe,
    )
    expect(cleared.body).toMatchObject({ incomeYear: '2026-27', description: 'Diesel' })
    expect(cleared.body.facts).toMatchObject({ supplier: 'Shell Dubbo', paidDate: null, totalCents: 11_000 })
    const { totals } = (await server.call(api.receipts.summary, {}, zoe)).body
    expect(totals).toEqual([
      { category: fuel, incomeYear: '2026-27', receipts: 1, totalCents: 11_000, claimableCents: 8_800 },
    ])
  })

  test('may have more GST than a share of 1/11 in another currency, but not in dollars', async () => {
    const { _id: uploadId } = await fileReceipt(server, ann)
    const send = (body: object) => server.call(editFacts, { params: { uploadId }, body }, ann)
    const hotel = { totalCents: 115_00, gstCents: 15_00, currency: 'NZD', audCents: 105_00 }
    expect((await send(hotel)).body.facts).toMatchObject(hotel)
    expect(await send({ currency: 'AUD' })).toMatchObject({ status: 400 })
    expect(await send({ gstCents: 115_01 })).toMatchObject({
      status: 400,
      body: { fields: { gstCents: 'GST can’t be more than the total.' } },
    })
  })

  test('lose characters that control how they’re shown, and names their line breaks', async () => {
    const { _id: uploadId } = await fileReceipt(server, ann)
    const facts = { supplier: 'Acme\u202e\n Pty\u0007', note: 'one\u2028two\u2066', description: 'a\u0000b' }
    const { body } = await server.call(editFacts, { params: { uploadId }, body: facts }, ann)
    expect(body).toMatchObject({ description: 'ab', facts: { supplier: 'Acme Pty', note: 'one\ntwo' } })
  })

  test('name a currency that exists', async () => {
    const { _id: uploadId } = await fileReceipt(server, ann)
    const send = (currency: string) =>
      server.call(editFacts, { params: { uploadId }, body: { currency } }, ann)
    expect((await send('USD')).status).toBe(200)
    for (const code of ['DOL', 'usd', 'dollars'])
      expect(await send(code)).toMatchObject({
        status: 400,
        body: { fields: { currency: 'Enter a currency code such as AUD or USD.' } },
      })
  })

  test('that have changed since they were read aren’t replaced', async () => {
    const receipt = await fileReceipt(server, ann)
    const params = { uploadId: receipt._id }
    const known = { ...receipt.facts, description: receipt.description }
    const send = (body: object) => server.call(editFacts, { params, body }, ann)
    // The second is a retry, whose first response was lost.
    for (let time = 0; time < 2; time++) expect((await send({ totalCents: 4_250, known })).status).toBe(200)
    expect(await send({ totalCents: 4_520, note: 'Late', known })).toMatchObject({
      status: 409,
      body: { code: commonRefusals.changed.code },
    })
    expect((await send({ note: 'Another fact', known })).body.facts).toMatchObject({
      totalCents: 4_250,
      note: 'Another fact',
    })
    expect((await send({ totalCents: 4_520 })).body.facts.totalCents).toBe(4_520)
  })

  test('that are typed while they’re read stay as typed', async () => {
    const { _id, facts, description } = await fileReceipt(server, ann)
    const read = { totalCents: 4_210, sources: JSON.stringify({ totalCents: 'read' }) }
    await server.deps.db.updateTable('receipts').set(read).where('id', '=', _id).execute()
    const body = { totalCents: 4_250, known: { ...facts, description } }
    const response = await server.call(editFacts, { params: { uploadId: _id }, body }, ann)
    expect(response).toMatchObject({ status: 200, body: { facts: { totalCents: 4_250 } } })
  })

  test('are refused together where they can’t be true', async () => {
    const receipt = await fileReceipt(server, ann)
    const params = { uploadId: receipt._id }
    const wrong = {
      supplierAbn: '11223493504',
      workUsePercent: 101,
      documentDate: '2026-02-30',
      totalCents: 1.5,
    }
    const { status, body } = await server.call(editFacts, { params, body: wrong }, ann)
    expect(status).toBe(400)
    expect(Object.keys((body as unknown as { fields: object }).fields).toSorted()).toEqual(
      Object.keys(wrong).toSorted(),
    )
    const future = { totalCents: 1_100, gstCents: 102, paidDate: '2999-01-01' }
    expect(await server.call(editFacts, { params, body: future }, ann)).toMatchObject({
      status: 400,
      body: { fields: { gstCents: expect.any(String), paidDate: expect.any(String) } },
    })
    // The value of a date field if the year has two digits or is missing.
    const early = { documentDate: '0000-01-01', paidDate: '0026-03-03' }
    const sentence = 'Enter the year with four digits.'
    expect(await server.call(editFacts, { params, body: early }, ann)).toMatchObject({
      status: 400,
      body: { message: sentence, fields: { documentDate: sentence, paidDate: sentence } },
    })
  })
})

test('an amount may be zero but not negative, and work use is from 0 to 100 %', async () => {
  const receipt = await fileReceipt(server, ann)
  const body = { totalCents: 0, supplier: 'Ampol', documentDate: '2026-03-03', workUsePercent: 100 }
  const params = { uploadId: receipt._id }
  expect((await server.call(editFacts, { params, body }, ann)).body).toMatchObject({
    spentCents: 0,
    claimableCents: 0,
    missing: [],
  })
  for (const wrong of [
    { totalCents: -1 },
    { audCents: -1 },
    { workUsePercent: -1 },
    { workUsePercent: 101 },
  ]) {
    const { status, body } = await server.call(editFacts, { params, body: wrong }, ann)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { fields: { [Object.keys(wrong)[0]!]: expect.any(String) } },
    })
  }
  expect((await server.call(details, { params }, ann)).body).toMatchObject({
    spentCents: 0,
    facts: { workUsePercent: 100 },
  })
})

test('a receipt from 23:30 on 30 June in Perth belongs to the ending year', async () => {
  // In Sydney it's 1:30 on 1 July.
  server.setNow(new Date('2026-06-30T15:30:00Z'))
  const ruth = await addSubscriber(server, 'ruth@example.com')
  const perth = await fileReceipt(server, ruth, { capturedOn: '2026-06-30' })
  const sydney = await fileReceipt(server, ruth, { capturedOn: '2026-07-01' })
  expect([perth.incomeYear, sydney.incomeYear]).toEqual(['2025-26', '2026-27'])
})

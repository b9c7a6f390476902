import { api, type DeductionLabel } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'

const { search } = api.receipts

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

test('the filter finds receipts that lack any detail of evidence', async () => {
  const mia = await addSubscriber(server, 'mia@example.com')
  const add = async (changes: object, description?: string) => {
    const params = {
      uploadId: (await fileReceipt(server, mia, description === undefined ? {} : { description }))._id,
    }
    const body = { supplier: 'Ampol', totalCents: 500, documentDate: '2026-03-03', ...changes }
    return (await server.call(api.receipts.editFacts, { params, body }, mia)).body
  }
  await add({})
  const paid = await add({ documentDate: null, paidDate: '2026-03-03' })
  const undescribed = await add({}, '')
  const mine = await add({ supplier: null })
  const label = { params: { uploadId: mine._id }, body: { confirmed: 'private' as const } }
  expect((await server.call(api.receipts.editLabel, label, mia)).body.missing).toEqual([])
  const { docs } = (await server.call(search, { query: { missing: 'any' } }, mia)).body
  expect(Object.fromEntries(docs.map(({ _id, missing }) => [_id, missing]))).toEqual({
    [paid._id]: ['documentDate'],
    [undescribed._id]: ['description'],
  })
})

test('the filter finds receipts that lack a detail of a tax invoice, once their owner is registered for GST', async () => {
  const una = await addSubscriber(server, 'una@example.com')
  const add = async (facts: object, confirmed: DeductionLabel | null = 'business') => {
    const params = { uploadId: (await fileReceipt(server, una))._id }
    const body = { documentDate: '2026-03-03', supplier: 'Bunnings', totalCents: 1_000_00, ...facts }
    await server.call(api.receipts.editFacts, { params, body }, una)
    await server.call(api.receipts.editLabel, { params, body: { confirmed } }, una)
    return params.uploadId
  }
  const abn = { supplierAbn: '51824753556' }
  const gst = { gstCents: 90_91 }
  const lacking = [
    await add(gst),
    await add(gst, null),
    await add({ ...abn, totalCents: 82_51 }),
    await add({ ...abn, ...gst }),
  ]
  await add({}, 'D5')
  await add({ totalCents: 82_50 })
  await add({ documentDate: '2019-03-03' })
  await add({ currency: 'USD' })
  await add({ ...abn, ...gst, totalCents: 999_99 })
  await add({ ...abn, ...gst, buyer: 'Una’s Plumbing' })
  const found = async () => (await server.call(search, { query: { missing: 'any' } }, una)).body.docs
  expect(await found()).toEqual([])
  await server.call(api.receipts.updateTaxProfile, { body: { isGstRegistered: true } }, una)
  const docs = await found()
  expect(docs.map(({ _id }) => _id).toSorted()).toEqual(lacking.toSorted())
  const { body } = await server.call(search, { query: {} }, una)
  expect(body.docs.filter(({ missing }) => missing.length > 0)).toHaveLength(lacking.length)
})

import { api, sydneyDay } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { readingOf } from '#testing/scripted-reader.ts'

const { editFacts, readAgain } = api.receipts
const ampol = { supplier: 'Ampol', supplierAbn: '51824753556', totalCents: 5685, documentDate: '2025-07-03' }

let app: Awaited<ReturnType<typeof startReadingServer>>
beforeAll(async () => {
  app = await startReadingServer()
})

/** A receipt that was read before the return of its year was lodged today, and is read differently from now on. */
async function lodgedReceipt(email: string) {
  const person = await addSubscriber(app.server, email)
  app.answerWith(() => readingOf(ampol, { unsure: ['supplierAbn'] }))
  const receipt = await app.afterReading(
    await fileReceipt(app.server, person, { file: app.newFile() }),
    person,
  )
  const lodged = { lodgedOn: sydneyDay(new Date()), via: 'myTax', amendedOn: null } as const
  const year = { params: { incomeYear: receipt.incomeYear }, body: lodged }
  expect((await app.server.call(api.years.recordLodgedReturn, year, person)).status).toBe(200)
  app.answerWith(() => readingOf({ ...ampol, totalCents: 5885, gstCents: 516 }))
  return { person, receipt, params: { uploadId: receipt._id } }
}
const suggestions = { supplierAbn: ampol.supplierAbn, totalCents: 5885, gstCents: 516 }

test('what’s read about a receipt is only suggested once its year is lodged', async () => {
  const { person, receipt, params } = await lodgedReceipt('lia@example.com')
  await app.server.call(readAgain, { params }, person)
  const { facts, sources } = receipt
  expect(await app.afterReading(receipt, person)).toMatchObject({ facts, sources, suggestions })
})

test('what’s read is only suggested after the receipt’s date was mistyped and corrected', async () => {
  const { person, receipt, params } = await lodgedReceipt('kim@example.com')
  const change = async (documentDate: string) => {
    // Tomorrow in Sydney may still be the day of lodging in Perth.
    app.server.setNow(app.server.later(2))
    const later = await app.server.signIn(person)
    await app.server.call(editFacts, { params, body: { documentDate } }, later)
    return later
  }
  await change('2024-07-03')
  const later = await change('2025-07-03')
  await app.server.call(readAgain, { params }, later)
  const { facts } = receipt
  expect(await app.afterReading(receipt, later)).toMatchObject({ facts, suggestions })
})

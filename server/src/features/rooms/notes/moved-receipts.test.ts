import { api, roomRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileReceipt } from '#testing/receipts.ts'
import { startNotesServer } from '#testing/rooms.ts'

let app: Awaited<ReturnType<typeof startNotesServer>>
beforeAll(async () => {
  app = await startNotesServer()
})

const file = () => fileReceipt(app.server, app.ann, { description: 'Moved', documentDate: '2025-09-01' })
const moveTo = (uploadId: string, documentDate: string) =>
  app.server.call(api.receipts.editFacts, { params: { uploadId }, body: { documentDate } }, app.ann)
const reply = (about: { receipt: string } | { incomeYear: string }, text: string, { id } = app.guest) =>
  app.add({ kind: 'comment', about, text, room: id }, app.ann)
const unread = { status: 409, body: { code: roomRefusals.yearNotShared.code } }

describe('notes about a receipt that moved to another year', () => {
  test('are shown in its new year if that’s shared, and otherwise stay without naming it', async () => {
    const moved = await file()
    for (const person of [app.guest, app.other])
      await app.add({ kind: 'comment', about: { receipt: moved._id }, text: 'Nice' }, person)
    await app.add({ kind: 'label', about: { receipt: moved._id }, label: 'D3' })
    await moveTo(moved._id, '2024-09-01')
    const left = await app.list({ incomeYear: '2025-26' })
    expect(left).toContainEqual(
      expect.objectContaining({ text: 'Nice', incomeYear: '2025-26', receipt: null, receiptTitle: null }),
    )
    expect(left).not.toContainEqual(expect.objectContaining({ kind: 'label', label: 'D3' }))
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`${moved._id}|Moved`))
    expect(await app.list({ incomeYear: '2024-25' }, app.other)).toContainEqual(
      expect.objectContaining({ receipt: moved._id, incomeYear: '2024-25' }),
    )
    expect(JSON.stringify(await app.list({ incomeYear: '2025-26' }, app.other))).not.toContain(moved._id)
  })

  test('include the owner’s later replies, which the guest reads in the year of the question, without its name', async () => {
    const { _id: receipt } = await file()
    await app.add({ kind: 'comment', about: { receipt }, text: 'Isn’t this from 2024?' })
    await moveTo(receipt, '2024-09-01')
    expect(await reply({ receipt }, 'Yes, corrected.')).toMatchObject({
      status: 201,
      body: { receipt, incomeYear: '2024-25' },
    })
    const listed = await app.list({ incomeYear: '2025-26' })
    const unnamed = { incomeYear: '2025-26', receipt: null, receiptTitle: null }
    for (const text of ['Isn’t this from 2024?', 'Yes, corrected.'])
      expect(listed).toContainEqual(expect.objectContaining({ ...unnamed, text }))
    expect(JSON.stringify(listed)).not.toMatch(new RegExp(`${receipt}|Moved`))
    // The second guest sees that year, but was never asked.
    expect(JSON.stringify(await app.list({}, app.other))).not.toContain('Yes, corrected.')
  })

  test('stay in the last of several shared years', async () => {
    const { _id: receipt } = await file()
    await app.add({ kind: 'comment', about: { receipt }, text: 'First' }, app.other)
    await moveTo(receipt, '2024-09-01')
    await app.add({ kind: 'comment', about: { receipt }, text: 'Second' }, app.other)
    await moveTo(receipt, '2023-09-01')
    expect(await reply({ receipt }, 'Third', app.other)).toMatchObject({ status: 201 })
    const years = (await app.list({ receipt }, app.other)).map(({ text, incomeYear }) => [text, incomeYear])
    expect(years).toEqual([['Third', '2024-25'], ['Second', '2024-25'], ['First', '2025-26']]) // prettier-ignore
  })
})

test('the owner can’t comment where the guest couldn’t read it', async () => {
  const { _id: receipt } = await file()
  await app.add({ kind: 'comment', about: { receipt }, text: 'Nice' }, app.other)
  await moveTo(receipt, '2024-09-01')
  expect(await reply({ receipt }, 'Thanks!')).toMatchObject(unread)
  expect(await reply({ incomeYear: '2024-25' }, 'Thanks!')).toMatchObject(unread)
  expect(await reply({ receipt }, 'Thanks!', app.other)).toMatchObject({ status: 201 })
  expect((await app.list({}, app.ann)).filter(({ text }) => text === 'Thanks!')).toHaveLength(1)
})

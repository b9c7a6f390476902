import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { FileEditor } from './editor.tsx'
import { fileOf, receiptOf } from '../testing/receipts.ts'
import { docket, draftFor, sentKeys, startFresh } from '../testing/uploads.ts'

const open = () => renderScreen(<FileEditor receiptId={receiptOf()._id} file={fileOf()} />)
const picker = () => screen.findByLabelText('Replacement file')

test('cancelling a replacement keeps the current file', async () => {
  startFresh(fake(receiptEndpoints.uploadFile, () => new Promise<never>(() => undefined)))
  const { user } = open()
  await user.upload(await picker(), docket)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a replacement cancelled after its last byte was sent doesn’t wait in To file', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const discarded = vi.fn<(uri: string) => void>()
  startFresh(
    fake(receiptEndpoints.uploadFile, async ({ body, headers }) => {
      sentKeys(headers['Idempotency-Key'], body.name)
      await promise
      return draftFor(body)
    }),
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      discarded(`draft:${params.draftId}`)
      return draftFor(docket)
    }),
    fake(receiptEndpoints.editFile, () => receiptOf()),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Choose a file' })
  resolve()
  await waitFor(() => expect(discarded.mock.calls).toEqual([[draftFor(docket).uri]]))

  await user.upload(await picker(), docket)
  await screen.findByText(receiptTexts.updated)
  expect(new Set(sentKeys.mock.calls.map(([key]) => key)).size).toBe(2)
})

test('a replacement is saved with the type and size the server found', async () => {
  const sent = vi.fn<(body: object) => void>()
  startFresh(
    fake(receiptEndpoints.editFile, ({ body }) => {
      sent(body)
      return receiptOf()
    }),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  const { uri, type, size } = draftFor(docket)
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ title: 'docket.pdf', uri, type, size }))
})

test('a Word document can be replaced with a clean copy', async () => {
  const sent = vi.fn<(body: { title?: string | undefined }) => void>()
  startFresh(
    fake(receiptEndpoints.editFile, ({ body }) => {
      sent(body)
      return receiptOf()
    }),
  )
  const { user } = open()
  // `upload` leaves out what the picker doesn't accept.
  await user.upload(await picker(), new File(['PK'], 'invoice.docx', { type: 'application/zip' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ title: 'invoice.docx' })))
})

test('a replacement that is too large is refused before it is uploaded', async () => {
  let isSent = false
  startFresh(
    fake(receiptEndpoints.rules, () => ({ maxBytes: 4, maxFiles: 20, types: ['application/pdf'] })),
    fake(receiptEndpoints.uploadFile, () => {
      isSent = true
      throw new Error('Sent all the same')
    }),
  )
  const { user } = open()
  // The limit loads after the screen.
  await waitFor(async () => {
    isSent = false
    await user.upload(await picker(), docket)
    expect(screen.getByRole('alert').textContent).toMatch(/^This file is larger than/)
    expect(isSent).toBe(false)
  })
})

test('a replacement that’s being saved can’t be cancelled any more, and says so', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  startFresh(
    fake(receiptEndpoints.editFile, async () => {
      await promise
      return receiptOf()
    }),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  await screen.findByRole('button', { name: 'Saving…' })
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  resolve()
  await screen.findByText(receiptTexts.updated)
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy()
})

test('a replacement that’s tried again isn’t stored twice', async () => {
  const failures = [commonRefusals.unavailable]
  startFresh(
    fake(receiptEndpoints.editFile, () => {
      const failure = failures.shift()
      return failure ? refuse(failure) : receiptOf()
    }),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  expect((await screen.findByRole('alert')).textContent).toBe(receiptTexts.notUpdated)
  await user.upload(await picker(), docket)
  await screen.findByText(receiptTexts.updated)
  expect(sentKeys).toHaveBeenCalledOnce()
})

test('a replacement that’s refused doesn’t wait in To file', async () => {
  const discarded = vi.fn<(uri: string) => void>()
  startFresh(
    fake(receiptEndpoints.editFile, () => refuse(receiptRefusals.inTrash)),
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      discarded(`draft:${params.draftId}`)
      return draftFor(docket)
    }),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  expect((await screen.findByRole('alert')).textContent).toBe(receiptRefusals.inTrash.message)
  await waitFor(() => expect(discarded).toHaveBeenCalledExactlyOnceWith(draftFor(docket).uri))
})

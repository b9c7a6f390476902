import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { save, load } from '#platform/storage/local-storage.ts'
import { endSession, readSession } from '#platform/session/session.ts'
import CustomUploadPage from './page.tsx'
import { pendingPlace } from '../pending/storage-key.ts'
import { forgetPending, pendingUpload } from '../pending/store.ts'
import { beginFresh, docket, draftOf, keysSent, photo } from '../testing/uploads.ts'

const open = () => renderScreen(<CustomUploadPage />, { path: '/custom-upload' })
const picker = () => screen.findByLabelText('Files of the receipt')
const files = () => within(screen.getByRole('list', { name: 'Chosen files' }))
const goOn = () => screen.getByRole('button', { name: 'Continue' })
const elsewhere = () => screen.findByLabelText('Elsewhere')

beforeEach(() => beginFresh())

test('the hint says the true limits', async () => {
  open()
  expect(await screen.findByText('JPEG, PNG, PDF or DOC, up to 20 MB each, at most 20 files.')).toBeTruthy()
})

test('a file and a description lead to the preview, and the file is sent before that', async () => {
  const { user } = open()
  await user.upload(await picker(), [docket, photo])
  expect(await files().findAllByLabelText('Uploaded')).toHaveLength(2)
  await user.type(screen.getByLabelText('Description'), 'Lunch')
  await user.click(goOn())
  expect((await elsewhere()).textContent).toBe('/preview')
  expect(pendingUpload()).toMatchObject({ description: 'Lunch', files: [{ name: 'docket.pdf' }, {}] })
})

test('what is missing is said, all of it', async () => {
  const { user } = open()
  await user.click(goOn())
  expect(await screen.findAllByText('Please select or drop a file to continue.')).not.toHaveLength(0)
  expect(screen.getAllByText('Please provide a description to continue.')).not.toHaveLength(0)
  await user.upload(await picker(), docket)
  await waitFor(() => expect(screen.queryByText('Please select or drop a file to continue.')).toBeNull())
})

test('a pasted file is taken', async () => {
  open()
  await picker()
  fireEvent.paste(document, { clipboardData: { files: [photo] } })
  expect(await screen.findByText('photo.jpg')).toBeTruthy()
})

test('a refused file shows the sentence of the server beside it, and the others go on', async () => {
  beginFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) =>
      body.name === 'photo.jpg' ? refuse(receiptRefusals.damagedImage) : draftOf(body),
    ),
  )
  const { user } = open()
  await user.upload(await picker(), [photo, docket])
  expect(await files().findByText(receiptRefusals.damagedImage.message)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await user.type(screen.getByLabelText('Description'), 'Lunch')
  await user.click(goOn())
  expect((await elsewhere()).textContent).toBe('/preview')
  expect(pendingUpload()?.files.map(({ name }) => name)).toEqual(['docket.pdf'])
  expect(await screen.findByText('Left out: photo.jpg')).toBeTruthy()
})

test('a file of a wrong kind or too large is refused without being sent', async () => {
  open()
  const input = await picker()
  await screen.findByText(/up to 20 MB/)
  const large = new File(['x'], 'large.pdf', { type: 'application/pdf' })
  Object.defineProperty(large, 'size', { value: 20 * 1_048_576 + 1 })
  const program = new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' })
  fireEvent.change(input, { target: { files: [large, program] } })
  expect(await screen.findByText('This file is larger than 20 MB. Please choose a smaller one.')).toBeTruthy()
  expect(screen.getByText(receiptRefusals.wrongType.message)).toBeTruthy()
  expect(keysSent).not.toHaveBeenCalled()
})

test('a failed file is sent again with the same key, and nothing that was typed is lost', async () => {
  const keys: (string | undefined)[] = []
  beginFresh(
    fake(receiptEndpoints.uploadFile, ({ body, headers }) => {
      keys.push(headers['Idempotency-Key'])
      return keys.length === 1 ? refuse(commonRefusals.unexpected) : draftOf(body)
    }),
  )
  const { user } = open()
  await user.type(await screen.findByLabelText('Description'), 'Lunch')
  await user.upload(await picker(), docket)
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByLabelText('Uploaded')).toBeTruthy()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Lunch')
})

test('a broken line is tried again without being asked', async () => {
  let tries = 0
  beginFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) =>
      ++tries === 1 ? refuse(commonRefusals.unavailable) : draftOf(body),
    ),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  expect(await screen.findByLabelText('Uploaded', {}, { timeout: 3000 })).toBeTruthy()
})

test('a file on its way shows how far it is and can be cancelled', async () => {
  beginFresh(fake(receiptEndpoints.uploadFile, () => new Promise(() => undefined)))
  const { user } = open()
  await user.upload(await picker(), docket)
  expect(await screen.findByRole('progressbar', { name: 'docket.pdf' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel docket.pdf' }))
  await waitFor(() => expect(screen.queryByText('docket.pdf')).toBeNull())
})

test('a session that ends in the middle loses nothing: signed in again, the file goes on by itself', async () => {
  let isOver = true
  beginFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) =>
      isOver ? refuse(commonRefusals.signInRequired) : draftOf(body),
    ),
  )
  const first = open()
  await first.user.type(await screen.findByLabelText('Description'), 'Lunch')
  await first.user.upload(await picker(), docket)
  await waitFor(() => expect(readSession()).toBeUndefined())
  first.unmount()

  isOver = false
  signInAs()
  open()
  expect(await screen.findByLabelText('Uploaded')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Lunch')
})

test('leaving the page is asked about while a file has not arrived, and not after that', async () => {
  let arrive: () => void = () => undefined
  beginFresh(
    fake(
      receiptEndpoints.uploadFile,
      ({ body }) => new Promise((resolve) => (arrive = () => resolve(draftOf(body)))),
    ),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(true)
  arrive()
  await files().findByLabelText('Uploaded')
  expect(isAsked()).toBe(false)
})

test('another person on this device does not see it', async () => {
  const first = open()
  await first.user.type(await screen.findByLabelText('Description'), 'Lunch')
  first.unmount()
  endSession()
  signInAs('User', { _id: 'u2' })
  open()
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Description')).value).toBe('')
})

test('what is kept on this device has no bytes, and a file that had not arrived says so after a reload', async () => {
  const { user } = open()
  await user.upload(await picker(), docket)
  await files().findByLabelText('Uploaded')
  const stored = load(pendingPlace(), (found) => found as { owner: string; files: object[] })!
  expect(Object.keys(stored.files[0]!).toSorted()).toEqual(['draft', 'id', 'name', 'sizeBytes', 'type'])

  cleanup()
  forgetPending()
  const [{ draft: _, ...lost }] = stored.files as [{ draft: unknown }]
  save(pendingPlace(), { ...stored, files: [lost] })
  open()
  expect(await screen.findByText(/left before this file had arrived/)).toBeTruthy()
})

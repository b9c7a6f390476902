import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { save, load } from '#platform/storage/local-storage.ts'
import { endSession, readSession } from '#platform/session/session.ts'
import { ResumeUploads } from '../outgoing/resuming/uploads.tsx'
import CustomUploadPage from './page.tsx'
import { storageKey } from '../pending/storage-key.ts'
import { clearPending, pendingUpload } from '../pending/store.ts'
import { startFresh, docket, draftFor, sentKeys, photo, shortenRetryDelays } from '../testing/uploads.ts'

const open = () => renderScreen(<CustomUploadPage />, { path: '/custom-upload' })
const picker = () => screen.findByLabelText('Receipt files')
const files = () => within(screen.getByRole('list', { name: 'Chosen files' }))
const continueButton = () => screen.getByRole('button', { name: 'Continue' })
const otherScreen = () => screen.findByLabelText('Elsewhere')

beforeEach(() => startFresh())

test('the limits and a nearly full storage are mentioned before files are chosen', async () => {
  const storage = { usedBytes: 9, limitBytes: 10, hasLargerPlan: true }
  startFresh(fake(subscriptionEndpoints.storage, () => storage))
  open()
  expect(await screen.findByText('JPEG, PNG, PDF or DOC, up to 20 MB each.')).toBeTruthy()
  expect(await screen.findByText(/You’ve used 90% of your storage/)).toBeTruthy()
})

test('files upload while they are described, then lead to the preview', async () => {
  const { user } = open()
  await user.upload(await picker(), [docket, photo])
  expect(await screen.findByText('Uploaded 2 of 2.')).toBeTruthy()
  await user.click(screen.getByLabelText('These are pages of one receipt'))
  await user.type(screen.getByLabelText('Description'), 'Lunch')
  await user.click(continueButton())
  expect((await otherScreen()).textContent).toBe('/preview')
  expect(pendingUpload()).toMatchObject({ description: 'Lunch', files: [{ name: 'docket.pdf' }, {}] })
})

test('every missing field is reported', async () => {
  const { user } = open()
  await user.click(continueButton())
  expect(await screen.findAllByText('Please select or drop a file to continue.')).not.toHaveLength(0)
  expect(screen.getAllByText('Please provide a description to continue.')).not.toHaveLength(0)
  await user.upload(await picker(), docket)
  await waitFor(() => expect(screen.queryByText('Please select or drop a file to continue.')).toBeNull())
})

test('a file can be pasted, and is announced once it’s uploaded', async () => {
  open()
  const announced = await screen.findByRole('status')
  fireEvent.paste(document, { clipboardData: { files: [photo] } })
  await waitFor(() => expect(announced.textContent).toBe('Uploaded photo.jpg.'))
})

test('a refused file shows the reason, and the others continue', async () => {
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) =>
      body.name === 'photo.jpg' ? refuse(receiptRefusals.damagedImage) : draftFor(body),
    ),
  )
  const { user } = open()
  await user.upload(await picker(), [photo, docket])
  expect((await files().findByRole('alert')).textContent).toMatch(/^photo\.jpg: This image is incomplete/)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.type(screen.getByLabelText('Description'), 'Lunch')
  await user.click(continueButton())
  expect((await otherScreen()).textContent).toBe('/preview')
  expect(pendingUpload()?.files.map(({ name }) => name)).toEqual(['docket.pdf'])
  expect(await screen.findByText('Not uploaded: photo.jpg')).toBeTruthy()
})

test('a file of the wrong type or size is refused before it is uploaded, unless its name doesn’t say its type', async () => {
  open()
  const input = await picker()
  await screen.findByText(/up to 20 MB/)
  const large = new File(['x'], 'large.pdf', { type: 'application/pdf' })
  Object.defineProperty(large, 'size', { value: 20 * 1_048_576 + 1 })
  const program = new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' })
  const bill = new File(['%PDF-1.7'], 'ViewBill.aspx', { type: '' })
  fireEvent.change(input, { target: { files: [large, program, bill] } })
  expect(await screen.findByText('This file is larger than 20 MB. Please choose a smaller one.')).toBeTruthy()
  expect(screen.getByText(receiptRefusals.wrongType.message)).toBeTruthy()
  expect(await files().findByLabelText('Uploaded')).toBeTruthy()
  expect(sentKeys.mock.calls.map(([, name]) => name)).toEqual([bill.name])
  // A reload isn't what kept the others from being uploaded.
  expect(load(storageKey('u1'), (value) => value)).toMatchObject({ files: [{ name: bill.name }] })
})

test('a failed file is retried with the same key, and the description stays', async () => {
  const keys: (string | undefined)[] = []
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ body, headers }) => {
      keys.push(headers['Idempotency-Key'])
      return keys.length === 1 ? refuse(commonRefusals.unexpected) : draftFor(body)
    }),
  )
  const { user } = open()
  await user.type(await screen.findByLabelText('Description'), 'Lunch')
  await user.upload(await picker(), docket)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Uploaded')).toBeTruthy()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Lunch')
})

test('a file is uploaded however long the server can’t be reached', async () => {
  let failures = 4
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) =>
      failures-- > 0 ? refuse(commonRefusals.unavailable) : draftFor(body),
    ),
  )
  const { user } = open()
  const input = await picker()
  shortenRetryDelays()
  await user.upload(input, docket)
  expect(await screen.findByLabelText('Uploaded')).toBeTruthy()
})

test('an upload resumes after the session ends and the user logs in again', async () => {
  let isExpired = true
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) =>
      isExpired ? refuse(commonRefusals.signInRequired) : draftFor(body),
    ),
  )
  const first = open()
  await first.user.type(await screen.findByLabelText('Description'), 'Lunch')
  await first.user.upload(await picker(), docket)
  await waitFor(() => expect(readSession()).toBeUndefined())
  first.unmount()

  isExpired = false
  signInAs()
  open()
  expect(await screen.findByLabelText('Uploaded')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Lunch')
})

test('leaving the page asks for confirmation until every file is uploaded', async () => {
  let finishUpload: () => void = () => undefined
  startFresh(
    fake(
      receiptEndpoints.uploadFile,
      ({ body }) => new Promise((resolve) => (finishUpload = () => resolve(draftFor(body)))),
    ),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  const isConfirmed = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isConfirmed()).toBe(true)
  finishUpload()
  await files().findByLabelText('Uploaded')
  expect(isConfirmed()).toBe(false)
})

test('another user of the device does not see the upload', async () => {
  const first = open()
  await first.user.type(await screen.findByLabelText('Description'), 'Lunch')
  first.unmount()
  endSession()
  signInAs('User', { _id: 'u2' })
  open()
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Description')).value).toBe('')
})

test('local storage holds no bytes, and a file that was lost says so after a reload', async () => {
  const { user } = open()
  await user.upload(await picker(), docket)
  await files().findByLabelText('Uploaded')
  const stored = load(storageKey('u1'), (value) => value as { owner: string; files: object[] })!
  expect(Object.keys(stored.files[0]!).toSorted()).toEqual([
    'addedOn',
    'draft',
    'id',
    'name',
    'sizeBytes',
    'type',
  ])

  cleanup()
  clearPending()
  const [{ draft: _, ...lost }] = stored.files as [{ draft: unknown }]
  save(storageKey('u1'), { ...stored, files: [lost] })
  renderScreen(
    <>
      <ResumeUploads />
      <CustomUploadPage />
    </>,
    { path: '/custom-upload' },
  )
  expect(await screen.findByText(/page was closed before this file was uploaded/)).toBeTruthy()
})

test('an upload that an earlier version of the app has stored keeps what was typed about it', async () => {
  const { user } = open()
  await user.upload(await picker(), docket)
  await files().findByLabelText('Uploaded')
  await user.type(screen.getByLabelText('Description'), 'Lunch')
  const stored = load(storageKey('u1'), (value) => value as { files: object[] })!
  cleanup()
  clearPending()
  save(storageKey('u1'), { ...stored, files: [{ ...stored.files[0], draft: { uri: 'of another form' } }] })
  open()
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Lunch'))
})

import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readSession, startSession } from '#platform/session/session.ts'
import { keysWithPrefix, load, save } from '#platform/storage/local-storage.ts'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen, signInAs, tokenUntil } from '#testing/render.tsx'
import CapturePage from '../../capture/page.tsx'
import { clearPending, pendingUpload, setDescription, setFacts } from '../../pending/store.ts'
import { isUnsent } from '../../pending/limits.ts'
import { addFiles, cancelFile } from '../../pending/transfers.ts'
import { fuel, receiptOf } from '../../testing/receipts.ts'
import { docket, draftFor, photo, startFresh } from '../../testing/uploads.ts'
import { outgoing, removeOutgoing, sendPending } from '../list.ts'
import { OutgoingProblems } from '../problems.tsx'
import { ResumeUploads } from './uploads.tsx'

const saved = vi.fn<(key: string | undefined, body: object) => void>()
const edited = vi.fn<(draftId: string, edit: object) => void>()

const fakes = [
  fake(categoryEndpoints.list, () => ({ docs: [fuel], totalPages: 1, page: 1, totalDocs: 1 })),
  fake(receiptEndpoints.save, ({ body, headers }) => {
    saved(headers['Idempotency-Key'], body)
    return receiptOf({ category: body.category })
  }),
]
const isNeverUploaded = fake(receiptEndpoints.uploadFile, () => new Promise(() => undefined))

/** Files a photo in the background, with a description and a corrected total. @returns its upload. */
function filePhoto() {
  addFiles('capture', [photo])
  setDescription('capture', 'Lunch with client X')
  setFacts({ totalCents: 4250 })
  const upload = pendingUpload()!
  return { ...upload, id: sendPending(upload, fuel._id) }
}

/** Leaves the page as a phone does that needs its memory: what's stored stays, but in a private window no files. */
function killTab(): void {
  const stored = keysWithPrefix('outgoing-upload:').map((key) => [key, load(key, (value) => value)] as const)
  cleanup()
  // Otherwise later uploads would wait for those that never end.
  const files = [...outgoing().flatMap(({ upload }) => upload.files), ...(pendingUpload()?.files ?? [])]
  for (const file of files.filter(isUnsent)) cancelFile(file.id)
  for (const { id } of outgoing()) removeOutgoing(id)
  clearPending()
  for (const [key, value] of stored) save(key, value)
}

const openNextPage = () =>
  renderScreen(
    <>
      <ResumeUploads />
      <CapturePage />
    </>,
    { path: '/capture' },
  )

beforeEach(() => {
  saved.mockReset()
  edited.mockReset()
})

test('a receipt that had arrived is saved by the next page, with everything the user typed', async () => {
  startFresh(...fakes)
  const { saveKey } = filePhoto()
  await waitFor(() => expect(outgoing()[0]?.upload.files[0]?.state).toBe('uploaded'))
  killTab()
  openNextPage()
  // It may be saved before the category's name is known.
  expect(await screen.findByText(/^(Saved to Fuel|Upload saved)/)).toBeTruthy()
  const filed = { category: fuel._id, description: 'Lunch with client X', facts: { totalCents: 4250 } }
  expect(saved.mock.calls).toEqual([[saveKey, expect.objectContaining(filed)]])
  await waitFor(() => expect(outgoing()).toEqual([]))
  killTab()
  openNextPage()
  expect(saved).toHaveBeenCalledOnce()
})

test('a photo that hadn’t arrived is named, and what was typed waits for the next one', async () => {
  startFresh(isNeverUploaded, ...fakes)
  filePhoto()
  killTab()
  const { user } = openNextPage()
  await screen.findByText(
    `Lunch with client X wasn’t saved to ${fuel.name}. The page was closed before this file was uploaded. Please add it again.`,
  )
  await user.click(screen.getAllByRole('button', { name: 'View' })[0]!)
  await user.upload(await screen.findByLabelText('Photo'), photo)
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(pendingUpload()).toMatchObject({
    description: 'Lunch with client X',
    facts: { totalCents: 4250 },
    files: [{ name: photo.name }],
  })
  expect(saved).not.toHaveBeenCalled()
})

test('what was typed about an upload that made room for another is saved by the next page', async () => {
  const tries = vi.fn<() => void>()
  const isLate = fake(receiptEndpoints.editDraft, ({ params, body }) => {
    const { known: _, ...edit } = body
    tries()
    if (tries.mock.calls.length === 1) return new Promise(() => undefined)
    edited(`draft:${params.draftId}`, edit)
    return { edit }
  })
  startFresh(isLate, ...fakes)
  addFiles('custom-upload', [docket])
  setDescription('custom-upload', 'Boots')
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  addFiles('capture', [photo])
  await waitFor(() => expect(tries).toHaveBeenCalled())
  killTab()
  openNextPage()
  await waitFor(() => expect(edited.mock.calls).toEqual([[draftFor(docket).uri, { description: 'Boots' }]]))
  await waitFor(() => expect(outgoing()).toEqual([]))
})

test('what was typed isn’t offered again once it was saved with the page that arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const secondIsRefused = fake(receiptEndpoints.uploadFile, async ({ body }) => {
    await promise
    return body.name === photo.name ? draftFor(body) : refuse(receiptRefusals.damagedDocument)
  })
  const canEdit = fake(receiptEndpoints.editDraft, ({ body }) => {
    const { known: _, ...edit } = body
    return { edit }
  })
  startFresh(secondIsRefused, canEdit, ...fakes)
  addFiles('capture', [photo, new File(['second'], 'second.jpg', { type: photo.type })])
  setDescription('capture', 'Lunch with client X')
  setFacts({ totalCents: 4250 })
  addFiles('custom-upload', [docket])
  resolve()
  await waitFor(() => expect(outgoing()).toMatchObject([{ upload: { files: [{ name: 'second.jpg' }] } }]))
  killTab()
  openNextPage()
  await waitFor(() => expect(keysWithPrefix('outgoing-upload:')).toEqual([]))
  expect(screen.queryByText(/wasn’t saved/)).toBeNull()
})

test('To file says itself what couldn’t be saved', async () => {
  startFresh(isNeverUploaded, ...fakes)
  filePhoto()
  killTab()
  history.replaceState(null, '', '/to-file')
  onTestFinished(() => history.replaceState(null, '', '/'))
  renderScreen(
    <>
      <ResumeUploads />
      <OutgoingProblems />
    </>,
    { path: '/to-file' },
  )
  await screen.findByText(/^Lunch with client X wasn’t saved/)
  expect(screen.queryByText(receiptTexts.notSaved)).toBeNull()
})

test('what was typed about a photo that made room for another and hadn’t arrived waits for the next one', async () => {
  startFresh(isNeverUploaded, ...fakes)
  addFiles('capture', [photo])
  setDescription('capture', 'Lunch with client X')
  setFacts({ totalCents: 4250 })
  addFiles('custom-upload', [docket])
  killTab()
  const { user } = openNextPage()
  await screen.findByText(/^Lunch with client X wasn’t saved\. The page was closed before/)
  await user.click(screen.getAllByRole('button', { name: 'View' })[0]!)
  expect(pendingUpload()).toMatchObject({ description: 'Lunch with client X', facts: { totalCents: 4250 } })
})

test('another user of the device neither sees nor saves it', async () => {
  startFresh(isNeverUploaded, ...fakes)
  filePhoto()
  killTab()
  signInAs('User', { _id: 'u2' })
  const next = openNextPage()
  await screen.findByRole('heading', { name: 'Scan a receipt' })
  expect(screen.queryByText(/wasn’t saved/)).toBeNull()
  next.unmount()
  signInAs()
  openNextPage()
  expect(await screen.findByText(/^Lunch with client X wasn’t saved/)).toBeTruthy()
})

test('a photo that was refused because the session had ended is uploaded once its user logs in again, on any screen', async () => {
  let isExpired = true
  const needsSession = fake(receiptEndpoints.uploadFile, ({ body }) =>
    isExpired ? refuse(commonRefusals.signInRequired) : draftFor(body),
  )
  startFresh(needsSession, ...fakes)
  filePhoto()
  await waitFor(() => expect(readSession()).toBeUndefined())
  isExpired = false
  signInAs()
  expect(outgoing()[0]?.upload.files[0]?.state).toBe('failed')
  renderScreen(<ResumeUploads />, { path: '/receipts' })
  await waitFor(() => expect(outgoing()[0]?.upload.files[0]?.state).toBe('uploaded'))
})

test('photos that aren’t filed yet are uploaded once their user logs in again, on any screen', async () => {
  const { setTimeout } = globalThis
  const retries: (() => void)[] = []
  vi.stubGlobal('setTimeout', (run: () => void, delayMs: number) =>
    delayMs === 1000 ? retries.push(run) : setTimeout(run, delayMs),
  )
  let isExpired = true
  const needsSession = fake(receiptEndpoints.uploadFile, ({ body }) =>
    isExpired ? refuse(commonRefusals.signInRequired) : draftFor(body),
  )
  startFresh(needsSession, ...fakes)
  addFiles('to-file', [photo, photo, photo])
  await waitFor(() => expect(retries).toHaveLength(2))
  // Logging in takes longer.
  for (const retry of retries) retry()
  isExpired = false
  signInAs()
  renderScreen(<ResumeUploads />, { path: '/receipts' })
  await waitFor(() =>
    expect(pendingUpload()?.files.map(({ state }) => state)).toEqual(Array(3).fill('uploaded')),
  )
})

test('a photo that was refused because of an earlier session is uploaded with the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isFirst = true
  const refusesFirst = fake(receiptEndpoints.uploadFile, async ({ body }) => {
    if (!isFirst) return draftFor(body)
    isFirst = false
    await promise
    return refuse(commonRefusals.signInRequired)
  })
  startFresh(refusesFirst, ...fakes)
  filePhoto()
  const user = { _id: 'u1' }
  startSession({ token: tokenUntil(Date.now() + 7_200_000), role: 'User', user, rememberMe: false })
  resolve()
  await waitFor(() => expect(outgoing()[0]?.upload.files[0]?.state).toBe('uploaded'))
})

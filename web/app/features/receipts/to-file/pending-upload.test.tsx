import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '@docketbox/contract/core/paths'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { endpointKey } from '#platform/api/query.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import FilingPage from '../filing/page.tsx'
import { failOutgoing, outgoing, sendPending } from '../outgoing/list.ts'
import { setAsideOtherUpload } from '../outgoing/set-aside.ts'
import { appendFiles, pendingUpload, setDescription, setFacts } from '../pending/store.ts'
import type { Origin } from '../pending/upload.ts'
import { draftOf } from '../testing/drafts.ts'
import { travel } from '../testing/receipts.ts'
import { docket, startFresh, uploadedFile } from '../testing/uploads.ts'
import { ampol, server, serveDrafts, taxi } from '../testing/waiting-drafts.ts'
import UploadPage from '../upload/page.tsx'
import ToFilePage from './page.tsx'

const open = () => renderScreen(<ToFilePage />, { path: '/to-file' })
const description = () => screen.findByLabelText<HTMLInputElement>('Description, Harbour Taxi')
const value = async () => (await description()).value
const savedEdit = () => server.waiting.find(({ uri }) => uri === taxi.uri)?.edit

/** A pending upload whose file has arrived, with a description. */
function describe(origin: Origin = 'custom-upload', uploads = [taxi]) {
  const files = uploads.map((draft) => ({ ...uploadedFile(docket), id: draft.uri, draft }))
  appendFiles(origin, files)
  setDescription(origin, 'To the airport')
}

beforeEach(() => {
  startFresh()
  serveDrafts([ampol, taxi])
})

test.each<Origin>(['custom-upload', 'capture'])(
  'what was typed on %s is in the row, saved with it, and still there',
  async (origin) => {
    describe(origin)
    setFacts({ totalCents: 2550 })
    open()
    await waitFor(async () => expect(await value()).toBe('To the airport'))
    expect(screen.getByLabelText<HTMLInputElement>('Total, Harbour Taxi').value).toBe('25.50')
    await waitFor(() => expect(savedEdit()).toEqual({ description: 'To the airport', total: '25.50' }))
    expect(pendingUpload()).toMatchObject({ description: 'To the airport', facts: { totalCents: 2550 } })
  },
)

test('filing the row files what was typed, and leaves none of it for the next upload', async () => {
  describe()
  setFacts({ supplier: 'Silver Cabs' })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'File receipt, Silver Cabs' }))
  await screen.findByText('Receipt filed.')
  const receipt = { description: 'To the airport', facts: { supplier: 'Silver Cabs' } }
  expect(server.filed).toMatchObject([[receipt]])
  await waitFor(() => expect(pendingUpload()).toBeUndefined())
})

test('filing one of several rows takes along what was typed about it', async () => {
  describe('custom-upload', [taxi, ampol])
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'File receipt, Harbour Taxi' }))
  await screen.findByText('Receipt filed.')
  expect(server.filed).toMatchObject([[{ description: 'To the airport' }]])
  expect(screen.getByLabelText<HTMLInputElement>('Description, Ampol').value).toBe('')
})

test('what was typed about one file stays with it when more are added', async () => {
  describe()
  appendFiles('custom-upload', [{ ...uploadedFile(docket), id: 'f2', draft: ampol }])
  open()
  await waitFor(() => expect(savedEdit()).toEqual({ description: 'To the airport' }))
  expect(server.waiting[0]?.edit).toBeUndefined()
  expect(pendingUpload()).toBeUndefined()
})

test('a correction in the row isn’t overwritten by the older text, here or there', async () => {
  describe()
  const first = open()
  await waitFor(async () => expect(await value()).toBe('To the airport'))
  await first.user.type(await description(), ' and back')
  await waitFor(() => expect(savedEdit()).toEqual({ description: 'To the airport and back' }))
  first.unmount()

  const second = open()
  expect(await value()).toBe('To the airport and back')
  second.unmount()
  renderScreen(<UploadPage />, { path: '/custom-upload' })
  const typed = screen.getByLabelText<HTMLInputElement>('Description')
  expect(typed.value).toBe('To the airport and back')
})

test('text typed later replaces that of the row', async () => {
  describe()
  const first = open()
  await waitFor(() => expect(savedEdit()).toEqual({ description: 'To the airport' }))
  first.unmount()
  setDescription('custom-upload', 'To the harbour')
  open()
  await waitFor(() => expect(savedEdit()).toEqual({ description: 'To the harbour' }))
  expect(await value()).toBe('To the harbour')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a change on another device isn’t overwritten by text typed before', async () => {
  describe()
  const first = open()
  await waitFor(() => expect(savedEdit()).toEqual({ description: 'To the airport' }))
  first.unmount()
  server.waiting = [{ ...taxi, edit: { description: 'To the harbour' } }]
  open()
  await waitFor(async () => expect(await value()).toBe('To the harbour'))
})

test('a receipt that’s being saved in the background can’t be filed here too, without what was typed', async () => {
  describe('capture')
  sendPending(pendingUpload()!, travel._id)
  open()
  expect(await screen.findByRole('row', { name: 'Ampol' })).toBeTruthy()
  expect(screen.queryByRole('row', { name: 'Harbour Taxi' })).toBeNull()
  expect(screen.getByRole('progressbar', { name: 'Saving to Travel expenses' })).toBeTruthy()
  act(() => failOutgoing(outgoing()[0]!.id))
  expect(await screen.findByRole('row', { name: 'Harbour Taxi' })).toBeTruthy()
})

test('a receipt that’s being saved from Upload can’t be filed here too', async () => {
  serveDrafts(
    [ampol, taxi],
    fake(receiptEndpoints.save, () => new Promise<never>(() => undefined)),
  )
  describe()
  const { user } = renderScreen(
    <>
      <FilingPage />
      <ToFilePage />
    </>,
    { path: '/to-file' },
  )
  await screen.findByRole('row', { name: 'Harbour Taxi' })
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${travel.name}`) }))
  await waitFor(() => expect(screen.queryByRole('row', { name: 'Harbour Taxi' })).toBeNull())
  expect(screen.getByRole('row', { name: 'Ampol' })).toBeTruthy()
})

test('an upload that was set aside is shown once what was typed about it is saved', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  serveDrafts(
    [ampol, taxi],
    fake(receiptEndpoints.editDraft, async ({ body }) => {
      const { known: _, ...edit } = body
      await promise
      return { edit }
    }),
  )
  // The app's own cache, which isn't the screen's here.
  const listKey = endpointKey(receiptEndpoints.drafts)
  queryClient.setQueryData(listKey, [taxi])
  describe('capture')
  setAsideOtherUpload('custom-upload')
  open()
  expect(await screen.findByRole('row', { name: 'Ampol' })).toBeTruthy()
  expect(screen.queryByRole('row', { name: 'Harbour Taxi' })).toBeNull()
  resolve()
  expect(await screen.findByRole('row', { name: 'Harbour Taxi' })).toBeTruthy()
  expect(queryClient.getQueryData(listKey)).toMatchObject([{ edit: { description: 'To the airport' } }])
})

test('uploads that are still being saved aren’t called filed', async () => {
  serveDrafts([taxi])
  describe('capture')
  sendPending(pendingUpload()!, travel._id)
  open()
  expect(await screen.findByText('Still saving your last uploads…')).toBeTruthy()
  expect(screen.queryByText('All filed. Nice work.')).toBeNull()
})

test('a value that’s too long to be kept doesn’t stop what’s typed next', async () => {
  describe()
  open()
  await waitFor(async () => expect(await value()).toBe('To the airport'))
  const total = screen.getByLabelText<HTMLInputElement>('Total, Harbour Taxi')
  fireEvent.change(total, { target: { value: '9'.repeat(41) } })
  fireEvent.change(total, { target: { value: '25.50' } })
  await waitFor(() => expect(savedEdit()).toMatchObject({ total: '25.50' }))
  expect(pendingUpload()?.facts).toEqual({ totalCents: 2550 })
})

test('undoing a receipt that’s being uploaded leads to it', async () => {
  appendFiles('capture', [{ ...uploadedFile(docket), draft: undefined, state: 'uploading' }])
  sendPending(pendingUpload()!, travel._id)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe(paths.capture)
  expect(pendingUpload()?.files).toHaveLength(1)
})

test('a receipt that’s being uploaded can’t be undone into another that has been begun', async () => {
  appendFiles('capture', [{ ...uploadedFile(docket), draft: undefined, state: 'uploading' }])
  sendPending(pendingUpload()!, travel._id)
  describe()
  open()
  expect(await screen.findByRole('progressbar', { name: 'Saving to Travel expenses' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('splitting a photo keeps its description with the first part', async () => {
  const parts = [8, 9].map((n) => draftOf(n, { title: `taxis (${n - 7} of 2).jpg` }))
  serveDrafts(
    [{ ...taxi, splitsInto: 2 }],
    fake(receiptEndpoints.splitDraft, () => {
      server.waiting = parts
      return { drafts: parts }
    }),
  )
  describe('capture')
  const { user } = open()
  await waitFor(async () => expect(await value()).toBe('To the airport'))
  await user.click(screen.getByRole('button', { name: 'Looks like 2 receipts. Split them' }))
  const first = await screen.findByLabelText<HTMLInputElement>('Description, taxis (1 of 2).jpg')
  await waitFor(() => expect(first.value).toBe('To the airport'))
  await waitFor(() => expect(server.waiting[0]?.edit).toEqual({ description: 'To the airport' }))
  expect(pendingUpload()).toBeUndefined()
})

test('what was typed in a row that another device filed meanwhile stays on screen', async () => {
  serveDrafts(
    [ampol, taxi],
    fake(receiptEndpoints.editDraft, () => {
      server.waiting = [ampol]
      return refuse(receiptRefusals.draftTaken)
    }),
  )
  const { user } = open()
  await user.type(await description(), 'To the airport')
  const notice = await screen.findByText(/^You’ve already filed or discarded this receipt elsewhere/)
  expect(notice.parentElement!.textContent).toContain('description: To the airport')
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(outgoing()).toEqual([]))
})

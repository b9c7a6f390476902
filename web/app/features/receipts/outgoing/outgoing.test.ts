import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { subscriptionRefusals } from '@docketbox/contract/subscriptions/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { act, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { renderScreen } from '#testing/render.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, unreadable } from '#testing/fake-api.ts'
import CapturePage from '../capture/page.tsx'
import { addOutgoing, outgoing } from './list.ts'
import { addFiles, startTransfers } from '../pending/transfers.ts'
import { waitingFile } from '../pending/upload.ts'
import { pendingUpload } from '../pending/store.ts'
import { openPhoto } from '../testing/open-photo.tsx'
import { fuel, receiptOf, travel } from '../testing/receipts.ts'
import { draftFor, photo, shortenRetryDelays, startFresh } from '../testing/uploads.ts'

const saved = vi.fn<(body: object) => void>()
const description = () => screen.getByLabelText<HTMLTextAreaElement>('Description')

/** Takes a photo and presses a category while it's still on its way. */
async function fileEarly(...fakes: Parameters<typeof openPhoto>) {
  const { promise, resolve } = Promise.withResolvers<Draft>()
  const user = await openPhoto(
    ...fakes,
    fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
    fake(receiptEndpoints.uploadFile, () => promise),
    fake(receiptEndpoints.save, ({ body }) => {
      saved(body)
      return receiptOf({ category: body.category })
    }),
  )
  await user.type(description(), 'Diesel')
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await screen.findByRole('heading', { name: 'Scan another' })
  await screen.findByRole('progressbar', { name: /^Saving to Fuel/ })
  return { user, arrive: () => resolve(draftFor(photo)) }
}

beforeEach(() => saved.mockReset())

test('the next receipt can be scanned straight away, and the last one is saved once it’s uploaded', async () => {
  const { user, arrive } = await fileEarly()
  expect(saved).not.toHaveBeenCalled()
  await user.upload(screen.getByLabelText('Photo'), photo)
  await screen.findByRole('heading', { name: 'Save receipt' })
  arrive()
  expect(await screen.findByText('Saved to Fuel, Car Repair and Servicing.')).toBeTruthy()
  expect(saved.mock.lastCall![0]).toMatchObject({ category: fuel._id, description: 'Diesel' })
  // The next one stays.
  expect(pendingUpload()?.files).toHaveLength(1)
})

test('a receipt was captured on the day its photo was taken, not when it’s saved', async () => {
  vi.setSystemTime('2026-06-30T02:00:00Z')
  const { arrive } = await fileEarly()
  vi.setSystemTime('2026-07-01T02:00:00Z')
  arrive()
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(saved.mock.lastCall![0]).toMatchObject({ capturedOn: '2026-06-30' })
})

test('a receipt is saved even if the connection is lost for a moment', async () => {
  let failures = 1
  const lost = fake(receiptEndpoints.save, ({ body }) =>
    failures-- > 0 ? unreadable(502) : receiptOf({ category: body.category }),
  )
  const { arrive } = await fileEarly(lost)
  arrive()
  expect(await screen.findByText('Saved to Fuel, Car Repair and Servicing.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

test('the next receipt can be scanned although the connection hangs while the last one is saved', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  const user = await openPhoto(
    fake(categoryEndpoints.list, () => ({ docs: [fuel], totalPages: 1, page: 1, totalDocs: 1 })),
    fake(receiptEndpoints.save, async ({ body }) => {
      saved(body)
      await promise
      return receiptOf({ category: body.category })
    }),
  )
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(5_000)
  await screen.findByRole('heading', { name: 'Scan another' })
  await screen.findByRole('progressbar', { name: /^Saving to Fuel/ })
  resolve()
  expect(await screen.findByText('Saved to Fuel, Car Repair and Servicing.')).toBeTruthy()
  expect(saved).toHaveBeenCalledOnce()
  expect(outgoing()).toEqual([])
})

test('leaving asks first until the receipt is saved', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { arrive } = await fileEarly(
    fake(receiptEndpoints.save, async ({ body }) => {
      saved(body)
      await promise
      return receiptOf({ category: body.category })
    }),
  )
  const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  arrive()
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(asksBeforeLeaving()).toBe(true)
  resolve()
  await screen.findByText('Saved to Fuel, Car Repair and Servicing.')
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false))
})

test('a receipt that another tab saved in part keeps the rest', async () => {
  const ids = ['01a1f98c-b7c0-73be-90be-d80dc65f0011', '01a1f98c-b7c0-73be-90be-d80dc65f0012']
  const { promise, resolve } = Promise.withResolvers<void>()
  startFresh(
    fake(receiptEndpoints.uploadFile, async () => {
      await promise
      return draftFor(photo, ids.shift())
    }),
    fake(categoryEndpoints.list, () => ({ docs: [fuel], totalPages: 1, page: 1, totalDocs: 1 })),
    fake(receiptEndpoints.save, () =>
      refuse(receiptRefusals.someDraftsTaken, { 'file.1.uri': receiptRefusals.draftTaken.message }),
    ),
  )
  const [first] = addFiles('capture', [photo, photo])
  const { user } = renderScreen(createElement(CapturePage), { path: '/capture' })
  await user.type(await screen.findByLabelText('Description'), 'Diesel')
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  resolve()
  await screen.findByText(`Diesel wasn’t saved to ${fuel.name}. Some of its pages have already been saved.`)
  await user.click(screen.getAllByRole('button', { name: 'View' })[0]!)
  expect(pendingUpload()).toMatchObject({ description: 'Diesel', files: [{ id: first }] })
})

test('a receipt is uploaded however long there’s no connection', async () => {
  shortenRetryDelays()
  let failures = 4
  const { promise, resolve } = Promise.withResolvers<Draft>()
  await fileEarly(fake(receiptEndpoints.uploadFile, () => (failures-- > 0 ? unreadable(502) : promise)))
  resolve(draftFor(photo))
  await waitFor(() => expect(saved).toHaveBeenCalled())
})

test('a receipt that this device has no room for asks for the page to stay open until it’s sent', async () => {
  let isHanging = false
  await fileEarly(
    fake(receiptEndpoints.uploadFile, () => (isHanging ? new Promise(() => undefined) : unreadable(502))),
  )
  const offline = await screen.findByText('We’ll finish when Docketbox is open and online.')
  expect(await screen.findByText(/^We couldn’t store everything on this device\./)).toBeTruthy()
  isHanging = true
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(offline.isConnected).toBe(false))
  expect(screen.getByText(/^We couldn’t store everything on this device\./)).toBeTruthy()
})

test('trying again without a connection writes nothing, and what arrives only itself', async () => {
  shortenRetryDelays()
  const { promise, resolve } = Promise.withResolvers<void>()
  let attempts = 0
  startFresh(
    fake(receiptEndpoints.uploadFile, async ({ body }) => {
      if (++attempts <= 12) return unreadable(502)
      await promise
      return draftFor(body)
    }),
  )
  for (const id of ['f1', 'f2', 'f3', 'f4']) addOutgoing('u1', [waitingFile(id, photo, '2026-06-30')])
  pendingUpload()
  const written = vi.spyOn(Storage.prototype, 'setItem')
  startTransfers()
  await waitFor(() => expect(attempts).toBe(14))
  expect(written).not.toHaveBeenCalled()
  resolve()
  await waitFor(() => expect(outgoing().every(({ upload }) => upload.files[0]!.draft)).toBe(true))
  expect(written).toHaveBeenCalledTimes(4)
})

test('filing can be undone before the upload ends', async () => {
  const { user, arrive } = await fileEarly()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('heading', { name: 'Save receipt' })
  arrive()
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  expect(saved).not.toHaveBeenCalled()
})

test('a receipt that can’t be saved keeps everything the user typed, and says so on any screen', async () => {
  const { user, arrive } = await fileEarly(
    fake(receiptEndpoints.save, () => refuse(commonRefusals.unexpected)),
  )
  await user.click(screen.getByRole('link', { name: 'Close' }))
  await screen.findByLabelText('Elsewhere')
  arrive()
  await screen.findByText(receiptTexts.notSaved)
  await user.click(screen.getByRole('button', { name: 'View' }))
  await screen.findByText(`Diesel wasn’t saved to ${fuel.name}. ${commonRefusals.unexpected.message}`)
  await user.click(screen.getByRole('button', { name: 'View' }))
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(description().value).toBe('Diesel')
})

test('a receipt that the server refuses says why, and is uploaded again once it’s opened', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isRefused = true
  const { user } = await fileEarly(
    fake(receiptEndpoints.uploadFile, async () => {
      await promise
      return isRefused ? refuse(subscriptionRefusals.noActivePlan) : draftFor(photo)
    }),
  )
  resolve()
  await screen.findByText(`Diesel wasn’t saved to ${fuel.name}. ${subscriptionRefusals.noActivePlan.message}`)
  isRefused = false
  await user.click(screen.getAllByRole('button', { name: 'View' })[0]!)
  await screen.findByRole('heading', { name: 'Save receipt' })
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  expect(description().value).toBe('Diesel')
})

test('what was typed about a receipt that another device filed first stays on screen until that’s seen', async () => {
  const { user, arrive } = await fileEarly(
    fake(receiptEndpoints.save, () => refuse(receiptRefusals.draftTaken)),
  )
  arrive()
  await screen.findByText(/^You’ve already filed or discarded this receipt/)
  expect(screen.getByText('Diesel')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(outgoing()).toEqual([]))
})

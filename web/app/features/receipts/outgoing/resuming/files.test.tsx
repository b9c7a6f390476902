import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '#platform/api/query-client.ts'
import { keepFile, keepUpload, readKeptFile, readKeptUpload } from '#platform/storage/kept-files.ts'
import { keysWithPrefix, save } from '#platform/storage/local-storage.ts'
import { fake, unreadable } from '#testing/fake-api.ts'
import { standInForIndexedDb } from '#testing/indexed-db.ts'
import { renderScreen } from '#testing/render.tsx'
import CapturePage from '../../capture/page.tsx'
import { storageKey } from '../../pending/storage-key.ts'
import { clearPending, pendingUpload } from '../../pending/store.ts'
import { fuel, receiptOf } from '../../testing/receipts.ts'
import { draftFor, photo, shortenRetryDelays, startFresh } from '../../testing/uploads.ts'
import { outgoing } from '../list.ts'
import { ResumeUploads } from './uploads.tsx'

const saved = vi.fn<(key: string | undefined, body: object) => void>()
const fakes = [
  fake(categoryEndpoints.list, () => ({ docs: [fuel], totalPages: 1, page: 1, totalDocs: 1 })),
  fake(receiptEndpoints.save, ({ body, headers }) => {
    saved(headers['Idempotency-Key'], body)
    return receiptOf({ category: body.category })
  }),
]
/** A receipt as an earlier page stored it, whose photo has gone from this device. */
const stored = {
  owner: 'u1',
  origin: 'capture',
  description: 'Lunch with client X',
  files: [{ id: 'f1', name: photo.name, type: photo.type, sizeBytes: photo.size }],
  saveKey: 'saved-once',
  copies: [],
}
const wasSent = (isWaiting: boolean) =>
  fake(receiptEndpoints.sentFile, ({ query }) => ({
    draft: query.key === 'f1' ? draftFor(photo) : null,
    isWaiting,
  }))

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
  queryClient.clear()
})

test.each([
  ['filed just before the browser was killed is said to be saved, not lost', false],
  ['whose photo arrived just before the browser was killed is filed', true],
])('a receipt %s', async (_, isWaiting) => {
  startFresh(wasSent(isWaiting), ...fakes)
  save('outgoing-upload:o1', { id: 'o1', category: fuel._id, upload: stored })
  openNextPage()
  expect(await screen.findByText(/^(Saved to Fuel|Upload saved)/)).toBeTruthy()
  expect(saved.mock.calls).toEqual([
    ['saved-once', expect.objectContaining({ category: fuel._id, description: 'Lunch with client X' })],
  ])
  await waitFor(() => expect(keysWithPrefix('outgoing-upload:')).toEqual([]))
  expect(screen.queryByText(/wasn’t saved/)).toBeNull()
})

test.each([
  [
    'Scan',
    () => save(storageKey('u1'), { ...stored, saving: { category: fuel._id, saveKey: stored.saveKey } }),
  ],
  ['the background', () => save('outgoing-upload:o1', { id: 'o1', category: fuel._id, upload: stored })],
])(
  'a receipt whose filing from %s was undone just before the browser was killed isn’t filed again',
  async (_, storeOlder) => {
    standInForIndexedDb()
    const undone = vi.fn<() => void>()
    startFresh(
      wasSent(true),
      fake(receiptEndpoints.unfile, () => {
        undone()
        return { drafts: [draftFor(photo)] }
      }),
      fake(receiptEndpoints.draft, () => draftFor(photo)),
      ...fakes,
    )
    save('outgoing-upload:o1', { id: 'o1', category: fuel._id, upload: stored })
    const { user, unmount } = openNextPage()
    await screen.findByText(/^(Saved to Fuel|Upload saved)/)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toHaveBeenCalled())
    await screen.findByText('Undone. Choose a category to save it again.')
    unmount()
    clearPending()
    storeOlder()
    openNextPage()
    await waitFor(() => expect(keysWithPrefix('outgoing-upload:')).toEqual([]))
    expect([outgoing(), pendingUpload()]).toEqual([[], undefined])
    expect(saved).toHaveBeenCalledOnce()
  },
)

test('a photo that arrived just before the browser was killed waits on Scan, with what was typed about it', async () => {
  shortenRetryDelays()
  let failures = 1
  const draft = draftFor(photo)
  const hasConnectionLater = fake(receiptEndpoints.sentFile, () =>
    failures-- > 0 ? unreadable(502) : { draft, isWaiting: true },
  )
  startFresh(
    hasConnectionLater,
    fake(receiptEndpoints.draftPreview, () => new Blob(['photo'])),
    ...fakes,
  )
  save(storageKey('u1'), stored)
  openNextPage()
  await waitFor(() => expect(pendingUpload()?.files).toMatchObject([{ state: 'uploaded', draft }]))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Lunch with client X')
})

test('a photo that was filed just before the browser was killed isn’t on Scan again', async () => {
  startFresh(wasSent(false), ...fakes)
  save(storageKey('u1'), stored)
  openNextPage()
  expect(await screen.findByRole('heading', { name: 'Scan a receipt' })).toBeTruthy()
  expect(keysWithPrefix('pending-upload:')).toEqual([])
})

test('a receipt filed just before the browser was killed is filed by the next page, not shown on Scan again', async () => {
  standInForIndexedDb()
  const { promise, resolve } = Promise.withResolvers<Draft>()
  const arrivesLater = fake(receiptEndpoints.uploadFile, () => promise)
  startFresh(arrivesLater, ...fakes)
  await keepFile('f1', 'u1', photo)
  await keepUpload('outgoing-upload:o1', 'u1', { id: 'o1', category: fuel._id, upload: stored })
  await keepUpload('outgoing-upload:o2', 'u2', { id: 'o2', upload: { ...stored, owner: 'u2' } })
  save(storageKey('u1'), { ...stored, description: 'Lunch with' })
  openNextPage()
  await screen.findByRole('heading', { name: 'Scan a receipt' })
  expect(pendingUpload()).toBeUndefined()
  resolve(draftFor(photo))
  expect(await screen.findByText(/^(Saved to Fuel|Upload saved)/)).toBeTruthy()
  const filed = { category: fuel._id, description: 'Lunch with client X' }
  expect(saved.mock.calls).toEqual([['saved-once', expect.objectContaining(filed)]])
  await waitFor(async () => expect(await readKeptUpload('outgoing-upload:o1')).toBeUndefined())
  expect(await readKeptUpload('outgoing-upload:o2')).toBeDefined()
})

describe('a photo that’s on the device, but in no list, since the browser was killed', () => {
  const sent = vi.fn<(key: string | undefined, capturedOn: string | undefined) => void>()
  beforeEach(() => void sent.mockReset())
  const accepts = fake(receiptEndpoints.uploadFile, ({ body, headers, query }) => {
    sent(headers['Idempotency-Key'], query.capturedOn)
    return draftFor(body)
  })

  test('is uploaded by the next page, with its own key and day, and waits in To file', async () => {
    standInForIndexedDb()
    startFresh(accepts, ...fakes)
    vi.setSystemTime('2026-06-30T02:00:00Z')
    await keepFile('photo-1', 'u1', photo)
    vi.setSystemTime('2026-07-01T02:00:00Z')
    openNextPage()
    await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith('photo-1', '2026-06-30'))
    await waitFor(async () => expect(await readKeptFile('photo-1')).toBeUndefined())
    await waitFor(() => expect(outgoing()).toEqual([]))
    expect(pendingUpload()).toBeUndefined()
  })

  test('isn’t taken from another user, nor from another tab', async () => {
    standInForIndexedDb()
    startFresh(accepts, ...fakes)
    holdLocks('pending-upload:of-another-tab', 'kept-file:adopted-by-another-tab')
    save('pending-upload:of-another-tab', stored)
    await keepFile('f1', 'u1', photo)
    await keepFile('adopted-by-another-tab', 'u1', photo)
    await keepFile('of-another-user', 'u2', photo)
    await keepFile('photo-1', 'u1', photo)
    openNextPage()
    await waitFor(async () => expect(await readKeptFile('photo-1')).toBeUndefined())
    expect(sent.mock.calls.map(([key]) => key)).toEqual(['photo-1'])
  })
})

/** Has other tabs hold these locks; jsdom has none. */
function holdLocks(...names: string[]): void {
  const locks = {
    query: async () => ({ held: names.map((name) => ({ name })) }),
    request: async (name: string, _: object, take: (lock: object | null) => unknown) =>
      take(names.includes(name) ? null : { name }),
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}

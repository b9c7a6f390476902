import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '#platform/api/query-client.ts'
import { readKeptFile } from '#platform/storage/kept-files.ts'
import { fake, refuse, unreadable } from '#testing/fake-api.ts'
import { standInForIndexedDb } from '#testing/indexed-db.ts'
import { receiptSummary } from '../queries.ts'
import { draftFor, photo, sentKeys, startFresh } from '../testing/uploads.ts'
import { pendingUpload } from './store.ts'
import { addFiles, cancelFile, retryFailed } from './transfers.ts'
import { UNREADABLE } from './upload.ts'

test('an upload that’s removed again no longer counts as one to file', async () => {
  onTestFinished(() => queryClient.clear())
  let toFile = 0
  startFresh(
    fake(receiptEndpoints.summary, () => {
      return { totals: [], months: [], receipts: 0, trashed: 0, toFile, toCheck: 0, recent: [] }
    }),
    fake(receiptEndpoints.uploadFile, () => {
      toFile = 1
      return draftFor(photo)
    }),
    fake(receiptEndpoints.discardDraft, () => {
      toFile = 0
      return draftFor(photo)
    }),
  )
  const shown = async () => (await queryClient.fetchQuery(receiptSummary)).toFile
  const [id] = addFiles('capture', [photo])
  await waitFor(() => expect(pendingUpload()?.files[0]?.draft).toBeDefined())
  expect(await shown()).toBe(1)
  cancelFile(id!)
  await waitFor(async () => expect(await shown()).toBe(0))
})

test('leaving asks while a photo is on its way, but not while it waits for a connection on this device', async () => {
  standInForIndexedDb()
  startFresh(fake(receiptEndpoints.uploadFile, () => unreadable(502)))
  const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  addFiles('capture', [photo])
  expect(asksBeforeLeaving()).toBe(true)
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('failed'))
  expect(asksBeforeLeaving()).toBe(false)
})

test('a photo that there’s no storage for can be uploaded once there is', async () => {
  standInForIndexedDb()
  let isFull = true
  startFresh(
    fake(receiptEndpoints.uploadFile, () =>
      isFull ? refuse(receiptRefusals.storageUsedUp) : draftFor(photo),
    ),
  )
  const [id] = addFiles('capture', [photo])
  const problem = receiptRefusals.storageUsedUp.message
  await waitFor(() =>
    expect(pendingUpload()?.files).toMatchObject([{ state: 'failed', sentBytes: 0, problem }]),
  )
  // Paying for more leaves the page.
  expect(await readKeptFile(id!)).toBeDefined()
  isFull = false
  retryFailed()
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
})

test('a photo that can’t be uploaded before the next day is sent with the day it was taken', async () => {
  let isDown = true
  const sent = vi.fn<(capturedOn: string | undefined) => void>()
  const upload = fake(receiptEndpoints.uploadFile, ({ query }) => {
    if (isDown) return refuse(commonRefusals.unavailable)
    sent(query.capturedOn)
    return draftFor(photo)
  })
  startFresh(upload)
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime('2026-06-30T02:00:00Z')
  addFiles('capture', [photo])
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('failed'))
  vi.setSystemTime('2026-07-01T02:00:00Z')
  isDown = false
  retryFailed()
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  expect(sent).toHaveBeenCalledExactlyOnceWith('2026-06-30')
})

describe('a file that another app changes or removes after it was chosen', () => {
  /** Makes it fail like the browser does: reading it is an error, and sending it is one of the network. */
  function removeFromDevice(file: File): void {
    file.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadable')) })
    const Transfer = globalThis.XMLHttpRequest
    const OfReadable = class extends Transfer {
      override send(body: FormData) {
        if (body.get('file') === file) this.dispatchEvent(new Event('error'))
        else super.send(body)
      }
    }
    vi.stubGlobal('XMLHttpRequest', OfReadable)
  }
  const chosen = () => new File(['photo'], 'from-the-cloud.jpg', { type: 'image/jpeg' })

  test('is named instead of waiting for a connection', async () => {
    startFresh()
    const file = chosen()
    removeFromDevice(file)
    addFiles('capture', [file])
    await waitFor(() =>
      expect(pendingUpload()?.files).toMatchObject([{ state: 'refused', problem: UNREADABLE }]),
    )
  })

  test('is uploaded from the copy that was kept', async () => {
    standInForIndexedDb()
    startFresh()
    const file = chosen()
    removeFromDevice(file)
    addFiles('capture', [file])
    await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
    expect(sentKeys).toHaveBeenCalledExactlyOnceWith(pendingUpload()?.files[0]?.id, file.name)
  })
})

test('a photo that keeps failing waits for one retry, however often it was retried meanwhile', async () => {
  const { setTimeout, clearTimeout } = globalThis
  const retries = new Set<unknown>()
  vi.stubGlobal('setTimeout', (run: () => void, delayMs: number) => {
    if (![1000, 4000, 15_000].includes(delayMs)) return setTimeout(run, delayMs)
    retries.add(run)
    return run
  })
  vi.stubGlobal('clearTimeout', (timer: never) => {
    if (!retries.delete(timer)) clearTimeout(timer)
  })
  const tried = vi.fn<() => void>()
  const isDown = fake(receiptEndpoints.uploadFile, () => {
    tried()
    return refuse(commonRefusals.unavailable)
  })
  startFresh(isDown)
  addFiles('capture', [photo])
  for (const tries of [1, 2, 3]) {
    await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('failed'))
    expect(tried).toHaveBeenCalledTimes(tries)
    expect(retries.size).toBe(1)
    retryFailed()
  }
})

function loseConnection() {
  const Unreachable = class extends globalThis.XMLHttpRequest {
    override send() {
      this.dispatchEvent(new Event('error'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Unreachable)
  return vi.spyOn(Unreachable.prototype, 'send')
}

test.each([
  ['that this device keeps is sent later', standInForIndexedDb, /stored on this device/],
  ['that this device has no room for needs the page', () => undefined, /please keep this page open/],
])('without a connection, a photo %s', async (_, prepare, problem) => {
  prepare()
  startFresh()
  loseConnection()
  addFiles('capture', [photo])
  await waitFor(() => expect(pendingUpload()?.files[0]?.problem).toMatch(problem))
})

test('the browser is asked to keep a photo that has to wait for a connection', async () => {
  const persist = vi.fn<() => Promise<boolean>>(async () => true)
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'))
  startFresh()
  addFiles('capture', [photo])
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  expect(persist).not.toHaveBeenCalled()
  const tried = loseConnection()
  addFiles('capture', [photo])
  await waitFor(() => expect(persist).toHaveBeenCalled())
  retryFailed()
  await waitFor(() => expect(pendingUpload()?.files.at(-1)?.state).toBe('failed'))
  expect(tried).toHaveBeenCalledTimes(2)
  // Firefox would ask its user every time.
  expect(persist).toHaveBeenCalledOnce()
})

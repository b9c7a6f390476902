import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { onTestFinished, vi } from 'vitest'
import { plentyOfStorage } from '#features/subscriptions/testing'
import { signInAs } from '#testing/render.tsx'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { everyonesOutgoing, removeOutgoing } from '../outgoing/list.ts'
import { isUnsent } from '../pending/limits.ts'
import { clearPending, everyonesPending } from '../pending/store.ts'
import type { PendingFile } from '../pending/upload.ts'
import { cancelFile } from '../pending/transfers.ts'

type Fakes = Parameters<typeof serveFakes>

export const docket = new File(['%PDF-1.7'], 'docket.pdf', { type: 'application/pdf' })
export const photo = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' })

const docketId = '01a1f98c-b7c0-73be-90be-d80dc65f7533'
const photoId = '01a1f98c-b7c0-73be-90be-d80dc65f7534'

export function draftFor(file: File, id = file.type === docket.type ? docketId : photoId): Draft {
  return {
    uri: `draft:${id}`,
    title: file.name,
    type: file.type,
    size: 440_402,
    width: file.type === 'image/jpeg' ? 1200 : null,
    height: file.type === 'image/jpeg' ? 1600 : null,
    pages: null,
    preview: 'image',
    createdAt: '2026-03-03T05:05:00.000Z',
    reading: { state: 'off', fields: null },
    suggestedCategory: null,
  }
}

/** A file of the pending upload that has been uploaded. */
export const uploadedFile = (file: File): PendingFile => ({
  id: 'f1',
  name: file.name,
  type: file.type,
  sizeBytes: file.size,
  sentBytes: file.size,
  state: 'uploaded',
  draft: draftFor(file),
  file,
})

export const rules = fake(receiptEndpoints.rules, () => ({
  maxBytes: 20 * 1_048_576,
  maxFiles: 20,
  types: ['image/jpeg', 'image/png', 'application/pdf', 'application/msword'],
}))

/** Called with each uploaded file's idempotency key and name. */
export const sentKeys = vi.fn<(key: string | undefined, name: string) => void>()

export const acceptsUploads = fake(receiptEndpoints.uploadFile, ({ body, headers }) => {
  sentKeys(headers['Idempotency-Key'], body.name)
  return draftFor(body)
})

/** A server that has got none of the files it's asked about. */
const knowsNoFile = fake(receiptEndpoints.sentFile, () => ({ draft: null, isWaiting: false }))

/** Makes failed uploads be sent again almost at once. */
export function shortenRetryDelays(): void {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, delayMs: number) =>
    setTimeout(run, [1000, 4000, 15_000].includes(delayMs) ? 20 : delayMs),
  )
}

/** Signs in a user without a pending upload, on a server that accepts uploads. */
export function startFresh(...fakes: Fakes): void {
  // A test may end before an upload that it caused begins, which would take the place of another.
  forgetUploads()
  signInAs()
  sentKeys.mockReset()
  serveFakes(...fakes, rules, acceptsUploads, knowsNoFile, plentyOfStorage)
  onTestFinished(forgetUploads)
}

/** A failed one would be sent again in a later test, when that says the network is back. */
function forgetUploads(): void {
  const uploads = [...everyonesOutgoing().map(({ upload }) => upload), ...everyonesPending()]
  for (const { owner, files } of uploads) {
    signInAs('User', { _id: owner })
    for (const { id } of files.filter(isUnsent)) cancelFile(id)
    clearPending()
  }
  for (const { id } of everyonesOutgoing()) removeOutgoing(id)
  // oxlint-disable-next-line no-restricted-globals -- as every test ends: removing uploads took a session
  for (const storage of [localStorage, sessionStorage]) storage.clear()
}

import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { vi } from 'vitest'
import { signInAs } from '#testing/render.tsx'
import { fake, serveFakes } from '#testing/fake-api.tsx'
import { forgetPending } from '../pending/store.ts'

type Fakes = Parameters<typeof serveFakes>

export const docket = new File(['%PDF-1.7'], 'docket.pdf', { type: 'application/pdf' })
export const photo = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' })

export function draftOf(file: File, id = '01a1f98c-b7c0-73be-90be-d80dc65f7534'): Draft {
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
  }
}

export const rules = fake(receiptEndpoints.rules, () => ({
  maxBytes: 20 * 1_048_576,
  maxFiles: 20,
  types: ['image/jpeg', 'image/png', 'application/pdf', 'application/msword'],
}))

/** The keys that files were sent with, in order. */
export const keysSent = vi.fn<(key: string | undefined, name: string) => void>()

export const takesFiles = fake(receiptEndpoints.uploadFile, ({ body, headers }) => {
  keysSent(headers['Idempotency-Key'], body.name)
  return draftOf(body)
})

/** Somebody signed in who has nothing pending, and a server that takes files. */
export function beginFresh(...fakes: Fakes): void {
  signInAs()
  forgetPending()
  keysSent.mockReset()
  serveFakes(...fakes, rules, takesFiles)
}

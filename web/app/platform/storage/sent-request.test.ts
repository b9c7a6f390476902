import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { signInAs } from '#testing/render.tsx'
import { sentRequest } from './sent-request.ts'
import { storeUnsaved } from './unsaved.ts'

const sentChange = sentRequest('plan-change', z.object({ plan: z.string() }))

beforeEach(() => signInAs())

test('a sent request survives a reload, but not for another user', () => {
  const sentAt = Date.now()
  sentChange.save({ plan: 'pro' }, sentAt)
  expect(sentChange.load()).toEqual({ request: { plan: 'pro' }, sentAt })
  signInAs('User', { _id: 'u2' })
  expect(sentChange.load()).toBeUndefined()
})

test('a request that was sent before the app was updated isn’t forgotten', () => {
  const sentAt = Date.now()
  storeUnsaved('plan-change', { wish: { plan: 'pro' }, sentAt, user: 'u1' })
  expect(sentChange.load()).toEqual({ request: { plan: 'pro' }, sentAt })
})

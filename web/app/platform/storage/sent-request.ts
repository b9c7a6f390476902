import { MINUTE_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { storedUserId } from '#platform/session/stored-user.ts'
import { loadUnsaved, removeUnsaved, storeUnsaved } from './unsaved.ts'

/** Later, the screen shows the result anyway. */
const MAX_AGE_MS = 15 * MINUTE_MS

/**
 * A request that this tab hasn't learned the outcome of, so that it can be looked up even after a reload.
 * @param schema of what the request asked for.
 */
export function sentRequest<Request>(name: string, schema: z.ZodType<Request>) {
  // Called `wish` so that what the version before has stored isn't forgotten.
  const stored = z.object({ wish: schema, sentAt: z.number(), user: z.string() })
  return {
    load(): { request: Request; sentAt: number } | undefined {
      const sent = loadUnsaved(name, (value) => stored.safeParse(value).data)
      if (sent?.user !== storedUserId() || Date.now() - sent.sentAt >= MAX_AGE_MS) return undefined
      return { request: sent.wish, sentAt: sent.sentAt }
    },
    save: (wish: Request, sentAt: number) => storeUnsaved(name, { wish, sentAt, user: storedUserId() }),
    remove: () => removeUnsaved(name),
  }
}

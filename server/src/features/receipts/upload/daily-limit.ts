import { DAY_MS, MINUTE_MS } from '@docketbox/contract/core/units'
import { receiptRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { countUploads } from './uploads-store.ts'

/** How long a process relies on its own count before it reads the others'. */
const REFRESH_MS = MINUTE_MS
const MAX_OWNERS = 10_000

type UploadCount = { count: number; first: Date | null; readAt: number }

export type DailyLimit = {
  /**
   * Counts one more file.
   * @throws Refusal `receipts.tooManyToday` beyond the limit of 24 hours.
   */
  count(ownerId: string): Promise<void>
}

/**
 * Keeps one account from filling the disk. Its drafts are the count, since each is kept for at least a week; they're
 * read once a minute, so that an upload costs nothing more.
 */
export function createDailyLimit({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>): DailyLimit {
  const counts = new Map<string, UploadCount>()

  async function countOf(ownerId: string): Promise<UploadCount> {
    const at = now().getTime()
    const cached = counts.get(ownerId)
    if (cached && Math.abs(at - cached.readAt) < REFRESH_MS) return cached
    const current = { ...(await countUploads(db, ownerId, new Date(at - DAY_MS))), readAt: at }
    if (counts.size >= MAX_OWNERS) counts.clear()
    counts.set(ownerId, current)
    return current
  }

  return {
    async count(ownerId) {
      const uploads = await countOf(ownerId)
      if (uploads.count >= config.UPLOADS_PER_DAY) {
        const freeAt = (uploads.first ?? now()).getTime() + DAY_MS
        throw new Refusal(receiptRefusals.tooManyToday, {
          retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now().getTime()) / 1000)),
        })
      }
      uploads.count += 1
    },
  }
}

import { receiptRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { addedSince } from './drafts-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long this process counts by itself before it asks the database what others have taken. */
const TRUST_MS = 60_000
const MOST_REMEMBERED = 10_000

type Counted = { count: number; first: Date | null; askedAt: number }

export type UploadAllowance = {
  /**
   * Counts one more file of somebody.
   * @throws Refusal `receipts.tooManyToday` beyond what one person may add within 24 hours.
   */
  take(ownerId: string): Promise<void>
}

/**
 * Keeps one person, or a script in their name, from filling the disk of everybody. The drafts themselves are the count
 * (each stays for a week), asked for once a minute: an upload costs nothing more.
 */
export function uploadAllowance({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>): UploadAllowance {
  const counted = new Map<string, Counted>()

  async function countOf(ownerId: string): Promise<Counted> {
    const at = now().getTime()
    const known = counted.get(ownerId)
    if (known && Math.abs(at - known.askedAt) < TRUST_MS) return known
    const asked = { ...(await addedSince(db, ownerId, new Date(at - DAY_MS))), askedAt: at }
    if (counted.size >= MOST_REMEMBERED) counted.clear()
    counted.set(ownerId, asked)
    return asked
  }

  return {
    async take(ownerId) {
      const count = await countOf(ownerId)
      const most = config.UPLOADS_PER_DAY
      if (count.count >= most) {
        const freeAt = (count.first ?? now()).getTime() + DAY_MS
        throw new Refusal(receiptRefusals.tooManyToday, {
          message: `You have added ${most.toLocaleString('en-AU')} files in 24 hours, the most for one person. Please go on later.`,
          retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now().getTime()) / 1000)),
        })
      }
      count.count += 1
    },
  }
}

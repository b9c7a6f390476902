import { MB_BYTES } from '@docketbox/contract/core/units'
import { Readable } from 'node:stream'
import { type Adjustment, receiptRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isUnreadable, type Received } from '#platform/storage/file-store.ts'
import type { OwnedBytes } from './previews.ts'
import { PreviewFailed } from '#platform/storage/renderer.ts'

const MAX_BYTES = 40 * MB_BYTES

/** A stored JPEG; it needs a row that refers to it. */
export type AdjustedCopy = { received: Received; type: string; width: number; height: number }

/**
 * Crops, straightens and turns a stored picture, and stores the result.
 * @throws Refusal when the file isn't a picture we can adjust.
 */
export async function adjustedCopy(
  { files, renderer }: Pick<Deps, 'files' | 'renderer'>,
  { ownerId, sha256, type, preview }: OwnedBytes & { type: string; preview: string },
  adjustment: Adjustment,
): Promise<AdjustedCopy> {
  if (preview !== 'image' || !type.startsWith('image/')) throw new Refusal(receiptRefusals.notAdjustable)
  try {
    const { bytes, width, height } = await renderer.adjust(() => files.open(sha256), {
      owner: ownerId,
      adjustment,
    })
    const received = await files.receive(Readable.from([bytes]), { limitBytes: MAX_BYTES })
    return { received, type: 'image/jpeg', width, height }
  } catch (error) {
    throw error instanceof PreviewFailed || isUnreadable(error)
      ? new Refusal(receiptRefusals.notAdjustable)
      : error
  }
}

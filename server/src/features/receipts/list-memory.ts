import { receiptEndpoints } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { inBatches } from '#platform/database/batch.ts'
import { ReadyAnswer } from '#platform/http/route.ts'
import { revisionsOf } from './list-store.ts'

const MOST_BYTES = 8 * 1_048_576

export type ListAnswer = ReadyAnswer<typeof receiptEndpoints.list>
type Page = ConstructorParameters<typeof ReadyAnswer<typeof receiptEndpoints.list>>[1]
type Remembered = { revision: number; answer: ListAnswer }

export type ListMemory = {
  /** The page under `key` as it was written before, if nothing of the owner's has changed since; else what `read` finds. */
  answer(
    ownerId: string,
    key: string,
    read: () => Promise<{ page: Page; revision: number }>,
  ): Promise<ListAnswer>
}

/**
 * Remembers pages that were sent. Whether one still holds, the database says each time: a row of numbers instead
 * of fifty receipts, asked for all who wait at once. So no process can be behind another.
 */
export function listMemory(db: Db): ListMemory {
  const revisionOf = inBatches((ownerIds: string[]) => revisionsOf(db, ownerIds))
  const pages = new Map<string, Remembered>()
  let bytes = 0

  function forget(key: string): void {
    bytes -= pages.get(key)?.answer.json.length ?? 0
    pages.delete(key)
  }

  return {
    async answer(ownerId, key, read) {
      const name = `${ownerId}/${key}`
      const known = pages.get(name)
      if (known && known.revision === ((await revisionOf(ownerId)) ?? 0)) {
        // Moved to the end: the first is the one that nobody asked for the longest.
        pages.delete(name)
        pages.set(name, known)
        return known.answer
      }
      const { page, revision } = await read()
      const answer = new ReadyAnswer(receiptEndpoints.list, page)
      forget(name)
      pages.set(name, { revision, answer })
      bytes += answer.json.length
      while (bytes > MOST_BYTES) forget(pages.keys().next().value!)
      return answer
    },
  }
}

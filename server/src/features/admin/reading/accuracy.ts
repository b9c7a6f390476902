import { MAX_MEASURED_VALUES, type ReadingAccuracy } from '@docketbox/contract'
import { countDecisions } from '#features/receipts'
import type { Deps } from '#platform/config/deps.ts'

/** Whether the reader works, and how many of the values it read were kept or corrected. */
export async function readingAccuracy({ db, reader }: Pick<Deps, 'db' | 'reader'>): Promise<ReadingAccuracy> {
  const [status, fields] = await Promise.all([reader.status(), countDecisions(db, MAX_MEASURED_VALUES)])
  return { reader: status, fields }
}

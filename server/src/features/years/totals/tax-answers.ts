import { endingOf, incomeYearEnding, incomeYearLabel, perthDay } from '@docketbox/contract'
import { type Figures, snapshotFigures } from '#features/records'
import { taxProfileOf } from '#features/tax-profiles'
import type { Db } from '#platform/database/database.ts'

/** Returns count for five years from the day they're lodged, which may be late. */
const YEARS = 7

/** What an owner's tax answers say for an income year. Unanswered questions count as the usual answer. */
export async function taxAnswerFigures(db: Db, ownerId: string, incomeYear: string): Promise<Figures> {
  const { work, isGstRegistered } = await taxProfileOf(db, ownerId, endingOf(incomeYear))
  return { taxAnswers: [work ?? 'employee', isGstRegistered ?? false] }
}

/** Stores the answers for finished years. Call it before they change, in the same transaction. */
export function snapshotTaxAnswers(db: Db, ownerId: string, at: Date): Promise<void> {
  const current = incomeYearEnding(perthDay(at))
  const incomeYears = Array.from({ length: YEARS }, (_, index) => incomeYearLabel(current - 1 - index))
  return snapshotFigures(db, { ownerId, source: 'taxAnswers', at, incomeYears }, taxAnswerFigures)
}

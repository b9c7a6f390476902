import {
  endingOf,
  incomeYearEnding,
  incomeYearLabel,
  type Output,
  type Parsed,
  type receiptEndpoints,
  sydneyDay,
  yearRefusals,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ALL_YEARS, answersIn, type TaxProfiles, withAnswers } from './answers.ts'
import { listTaxProfiles, lockTaxProfiles, replaceTaxProfiles } from './store.ts'

type Shown = Output<typeof receiptEndpoints.taxProfile>

/** The answers that count now, and those of all years. */
export async function showTaxProfile({ db, now }: Pick<Deps, 'db' | 'now'>, ownerId: string): Promise<Shown> {
  return present(await listTaxProfiles(db, ownerId), currentYear(now()))
}

/**
 * Stores what an owner answered. Unless it says from which income year that counts, the first answer counts for all years that
 * weren't lodged without it, and later ones from the current year on.
 * @param db a transaction.
 * @param context.lastLodged the year in which the last income year with a lodged return ends.
 * @throws Refusal when that year hasn't started.
 */
export async function saveAnswers(
  db: Db,
  ownerId: string,
  { from, ...change }: Parsed<typeof receiptEndpoints.updateTaxProfile>['body'],
  { at, lastLodged }: { at: Date; lastLodged: number | undefined },
): Promise<Shown> {
  const current = currentYear(at)
  const ending = from ? endingOf(from) : from === null ? ALL_YEARS : undefined
  if (ending !== undefined && ending > current) throw new Refusal(yearRefusals.notStarted)
  const profiles = withAnswers(await lockTaxProfiles(db, ownerId), change, {
    from: ending,
    lastLodged,
    current,
  })
  if (profiles.length > 0) await replaceTaxProfiles(db, ownerId, profiles, at)
  return present(profiles, current)
}

function currentYear(at: Date): number {
  return incomeYearEnding(sydneyDay(at))
}

function present(profiles: TaxProfiles, current: number): Shown {
  return {
    ...answersIn(profiles, current),
    answers: profiles.map(({ fromYear, work, isGstRegistered }) => ({
      from: fromYear === ALL_YEARS ? null : incomeYearLabel(fromYear),
      work,
      isGstRegistered,
    })),
  }
}

import {
  incomeYearLabel,
  isRetained,
  type LodgedVia,
  retention,
  sydneyDay,
  type TaxRules,
  type YearRetention,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { listYearRows, type YearRow } from './store.ts'

type YearFacts = Pick<YearRow, 'lodgedOn' | 'lodgedVia' | 'isDisputed' | 'keptAt'>

/**
 * How long the receipts of an income year have to be kept.
 * @param row what the owner said about the year.
 */
export function yearRetention(
  incomeYear: string,
  row: YearFacts | undefined,
  { taxRules, today }: { taxRules: TaxRules; today: string },
): YearRetention {
  const lodgedOn = row?.lodgedOn ?? null
  const facts = { incomeYear, lodgedOn, via: viaOf(row?.lodgedVia), hasDispute: row?.isDisputed ?? false }
  const result = retention(facts, taxRules)
  if (result.keepUntil === null)
    return { keepUntil: null, isProvisional: lodgedOn === null, isDecisionDue: false }
  // An answer is about an end that's over.
  const isAnswered = Boolean(row?.keptAt && sydneyDay(row.keptAt) > result.keepUntil)
  const isDecisionDue = !result.isProvisional && result.keepUntil < today && !isAnswered
  return { ...result, isDecisionDue }
}

function viaOf(via: LodgedVia | null | undefined): 'self' | 'agent' | null {
  if (!via) return null
  return via === 'agent' ? 'agent' : 'self'
}

/**
 * Whether receipts whose retention counts from some income years still have to be kept.
 * @param endings the years they end in.
 */
export async function mustBeKept(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  ownerId: string,
  endings: readonly number[],
): Promise<boolean> {
  const today = sydneyDay(now())
  const rows = await listYearRows(db, ownerId)
  return endings.some((ending) => {
    const row = rows.find(({ incomeYear }) => incomeYear === ending)
    return isRetained({ retention: yearRetention(incomeYearLabel(ending), row, { taxRules, today }) }, today)
  })
}

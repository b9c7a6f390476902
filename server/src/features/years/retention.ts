import {
  findRetentionYear,
  incomeYearLabel,
  isRetained,
  type LodgedVia,
  retention,
  sydneyDay,
  type TaxRules,
  type YearRetention,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { type AssetCount, listYearRows, lodgedReturnOf, type YearRow } from './store.ts'

type RetentionContext = { taxRules: TaxRules; today: string }
type YearFacts = Pick<YearRow, 'lodgedOn' | 'lodgedVia' | 'isDisputed' | 'keptAt'>

/**
 * How long the receipts of an income year have to be kept.
 * @param row what the owner said about the year.
 */
export function yearRetention(
  incomeYear: string,
  row: YearFacts | undefined,
  { taxRules, today }: RetentionContext,
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

/**
 * How many receipts of an income year are for assets claimed in later years that have to be kept even now.
 * @param ending the year it ends in.
 * @param rows what the owner said about their income years.
 */
export function countRetainedAssets(
  ending: number,
  { assets, rows }: { assets: readonly AssetCount[]; rows: readonly YearRow[] },
  context: RetentionContext,
): number {
  const isKept = ({ lastClaimedYear }: AssetCount) => {
    const years = Array.from({ length: lastClaimedYear - ending + 1 }, (_, index) => {
      const row = rows.find(({ incomeYear }) => incomeYear === ending + index)
      const incomeYear = incomeYearLabel(ending + index)
      return {
        incomeYear,
        lodgement: lodgedReturnOf(row),
        retention: yearRetention(incomeYear, row, context),
      }
    })
    const asset = { incomeYear: incomeYearLabel(ending), lastClaimedYear: incomeYearLabel(lastClaimedYear) }
    const year = findRetentionYear(asset, years, context.today)
    return year !== undefined && isRetained(year, context.today)
  }
  return assets
    .filter((asset) => asset.incomeYear === ending && asset.lastClaimedYear > ending && isKept(asset))
    .reduce((sum, { receipts }) => sum + receipts, 0)
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

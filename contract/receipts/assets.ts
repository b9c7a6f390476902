import type { YearRules } from '../tax-rules/schema.ts'
import type { LabelAnswers } from './labels/questions.ts'

/** What decides whether an expense may be for an asset. */
export type AssetFacts = {
  /** Confirmed or suggested; null if it isn't sorted yet. */
  label: string | null
  supplier: string | null
  description: string
  /** All of it, in Australian dollars; null while it isn't known. */
  spentCents: number | null
  /** 0: it was reimbursed, is confirmed as private or isn't for work. */
  claimableCents: number | null
  labelAnswers: LabelAnswers
  /** Whether it's already known to be one, claimed in later years than its own. */
  isAsset: boolean
}

/** The low-value pool, which only has assets. */
const POOL_LABEL = 'D6'
const equipment = [
  /\b(laptops?|notebooks?|chromebooks?|computers?|desktops?|pcs?|macbooks?|imacs?|mac mini|ipads?|tablets?|monitors?|screens?|printers?|scanners?|projectors?|routers?|modems?|servers?|hard drives?)\b/i,
  /\b(i?phones?|smartphones?|mobiles?|handsets?|smart ?watch(es)?|cameras?|lens(es)?|drones?|headphones?|headsets?|earphones?|airpods|microphones?|webcams?|keyboards?|televisions?|tvs?)\b/i,
  /\b(desks?|chairs?|furniture|bookcases?|shelving|cabinets?|fridges?|air ?con(ditioners?)?|heaters?)\b/i,
  /\b(tools?|tool ?(box(es)?|kits?|sets?)|drills?|saws?|chainsaws?|grinders?|sanders?|nail ?guns?|compressors?|generators?|welders?|mowers?|ladders?|trailers?|machines?|machinery|equipment|instruments?|stethoscopes?|guitars?|pianos?|violins?|e-?bikes?|bicycles?)\b/i,
  /\b(jb hi-?fi|harvey norman|the good guys|officeworks|apple|dell|lenovo|ikea|bunnings|mitre 10|total tools|sydney tools|centre ?com|scorptec|mwave|umart|kogan|bing lee)\b/i,
]
const notEquipment =
  /\b(repairs?|repaired|servic(e|es|ed|ing)|maintenance|courses?|training|tuition|fees?|seminars?|conferences?|workshops?|licen[cs]es?|registration|subscriptions?|renewals?|memberships?|plans?|bills?|rent(ed)?|(tool|equipment|machine|car) rental|hires?|hired|leases?|insurance|stationery|paper|inks?|toners?)\b/i
const household =
  /\b(dishwashers?|ovens?|cooktops?|stoves?|range ?hoods?|washing machines?|dryers?|carpets?|blinds|curtains|hot water systems?|smoke alarms?)\b/i
const vehicles =
  /\b((car|vehicle|ute|van|motorbike|motorcycle) purchase|purchase of (a |the )?(new |used )?(car|vehicle|ute|van|motorbike|motorcycle)|dash ?cams?|roof ?racks?|tow ?bars?|bull ?bars?)\b/i
/** The words that suggest assets, by the labels they're claimed under outside a business. */
const wordsOf: Partial<Record<string, readonly RegExp[]>> = {
  D1: [vehicles],
  D2: [vehicles],
  D4: equipment,
  D5: equipment,
  rental: [...equipment, household],
}

/**
 * Whether an expense may be for an asset that can't be claimed in one year, because it cost more than the year's limit and
 * its words suggest equipment, and its owner hasn't said whether it is. They're asked: a repair or a course may cost as much.
 * A business has other rules.
 */
export function mayBeAsset(
  facts: AssetFacts,
  rules: Pick<YearRules, 'immediateAssetCents'> | undefined,
): boolean {
  const { label, supplier, description, spentCents, claimableCents, labelAnswers, isAsset } = facts
  const limit = rules?.immediateAssetCents?.value
  if (limit === undefined || spentCents === null || spentCents <= limit || claimableCents === 0) return false
  if (isAsset || labelAnswers.lasting === 'no') return false
  if (label === POOL_LABEL) return true
  const words = wordsOf[label ?? '']
  if (!words || notEquipment.test(description)) return false
  const text = `${supplier ?? ''} ${description}`
  return words.some((each) => each.test(text))
}

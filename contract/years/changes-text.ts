import { receiptCount } from '../core/counts.ts'
import { formatDay, unbroken } from '../core/dates.ts'
import type { ChangedKind, YearSummary } from './summary.ts'

const names: Record<ChangedKind, string> = {
  workFromHome: 'hours worked from home',
  carTrips: 'trips',
  carLogbook: 'car logbook',
  laundry: 'laundry loads',
  phoneAndInternet: 'phone and internet diaries',
  expenses: 'expenses without a receipt',
  taxAnswers: 'answers about how you earn and GST',
}

type Changes = Pick<
  YearSummary,
  'lodgement' | 'addedSinceLodged' | 'receiptsChangedSinceLodged' | 'changedSinceLodged'
>

/** What to do about a claim that changes once it may be too late to amend the return, after `If that changes your claim, `. */
export const lateAmendment =
  'ask the ATO or your tax agent whether you can still amend your return. Most people have two years from their notice of assessment, sole traders up to four.'

/**
 * Whether the usual two years to amend a return may be over (s 170 ITAA 1936). They start with its notice of assessment, which
 * comes after it's lodged.
 * @param today as in `2026-11-30`.
 */
export function mayBeTooLateToAmend(
  { lodgedOn }: Pick<NonNullable<YearSummary['lodgement']>, 'lodgedOn'>,
  today: string,
): boolean {
  return today > `${Number(lodgedOn.slice(0, 4)) + 2}${lodgedOn.slice(4)}`
}

/**
 * What was added to a year or changed in it after its return was lodged or last amended; undefined if nothing was.
 * @param today as in `2026-11-30`.
 */
export function describeChanges(
  {
    lodgement,
    addedSinceLodged: added,
    receiptsChangedSinceLodged: { edited, removed },
    changedSinceLodged: changed,
  }: Changes,
  today: string,
): string | undefined {
  const changes = [
    ...describeReceipts({ added, changed: edited, removed }),
    ...(changed.length > 0 ? [`changed this year’s ${list.format(changed.map((kind) => names[kind]))}`] : []),
  ]
  if (!lodgement || changes.length === 0) return undefined
  const { lodgedOn, amendedOn } = lodgement
  const day = unbroken(formatDay(amendedOn ?? lodgedOn))
  const claim = added === 1 ? 'it' : 'them'
  const hasOnlyAdded = edited + removed + changed.length === 0
  const condition = hasOnlyAdded ? `If you want to claim ${claim}` : 'If that changes your claim'
  const advice = mayBeTooLateToAmend(lodgement, today)
    ? lateAmendment
    : 'you can amend your return, in myTax or through your agent.'
  return `You ${list.format(changes)} after you ${amendedOn ? 'amended' : 'lodged'} your return on ${day}. ${condition}, ${advice}`
}

/** `added 2 receipts to this year`, `changed 1` */
function describeReceipts(counts: Record<'added' | 'changed' | 'removed', number>): string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verb, count], index) => {
      if (index > 0) return `${verb} ${count.toLocaleString('en-AU')}`
      if (verb === 'added') return `added ${receiptCount(count)} to this year`
      return `${verb} ${count.toLocaleString('en-AU')} of this year’s receipts`
    })
}

const list = new Intl.ListFormat('en-AU')

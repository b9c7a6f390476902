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
}

/** What was added to a year or changed in it after its return was lodged or last amended; undefined if nothing was. */
export function describeChanges(
  summary: Pick<YearSummary, 'lodgement' | 'addedSinceLodged' | 'changedSinceLodged'>,
): string | undefined {
  const { lodgement, addedSinceLodged: added, changedSinceLodged: changed } = summary
  if (!lodgement || (added === 0 && changed.length === 0)) return undefined
  const { lodgedOn, amendedOn } = lodgement
  const changes = [
    ...(added > 0 ? [`added ${receiptCount(added)} to this year`] : []),
    ...(changed.length > 0 ? [`changed this year’s ${list.format(changed.map((kind) => names[kind]))}`] : []),
  ]
  const day = unbroken(formatDay(amendedOn ?? lodgedOn))
  const claim = added === 1 ? 'it' : 'them'
  const condition = changed.length > 0 ? 'If that changes your claim' : `If you want to claim ${claim}`
  return `You ${changes.join(' and ')} after you ${amendedOn ? 'amended' : 'lodged'} your return on ${day}. ${condition}, you can amend your return, in myTax or through your agent.`
}

const list = new Intl.ListFormat('en-AU')

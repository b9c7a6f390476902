import { formatIncomeYear } from '../../core/income-years.ts'
import { formatCents } from '../../core/money.ts'
import { DIARY_DAYS } from '../diary.ts'
import { joinNotes, noteOn, type RecordRules } from '../rules.ts'
import type { Diary, HoursOfDay, Service } from '../schemas.ts'
import { HOME_CHOICE, HOME_LABEL, type OpenClaim, type YearOfRecords } from '../year.ts'
import { asBusiness, entriesForBusiness } from './job-and-business.ts'

/** PCG 2023/1. */
const FIRST_YEAR_OF_FIXED_RATE = '2022-23'

/** By the fixed rate for each hour, which is the same for a job and a business (PCG 2023/1). */
export function workFromHomeClaims(year: YearOfRecords, rules: RecordRules | undefined): OpenClaim[] {
  const business = minutesOf(entriesForBusiness(year, year.hours))
  const job = minutesOf(year.hours) - business
  return [
    ...(job > 0 ? [hoursClaim(job, year.incomeYear, rules)] : []),
    ...(business > 0 ? [asBusiness(hoursClaim(business, year.incomeYear, rules))] : []),
  ]
}

function minutesOf(hours: readonly HoursOfDay[]): number {
  return hours.reduce((sum, { minutes }) => sum + minutes, 0)
}

function hoursClaim(minutes: number, incomeYear: string, rules: RecordRules | undefined): OpenClaim {
  const rate = rules?.homeCentsPerHour
  return {
    _id: 'workFromHome',
    kind: 'workFromHome',
    label: HOME_LABEL,
    subject: 'Working from home',
    method: rate ? `Fixed rate, ${rate.value}c an hour` : 'Fixed rate',
    quantity: Math.round((minutes * 100) / 60) / 100,
    unit: 'hours',
    claimableCents: rate ? Math.round((minutes * rate.value) / 60) : null,
    note:
      !rate && incomeYear < FIRST_YEAR_OF_FIXED_RATE
        ? `This rate started in ${formatIncomeYear(FIRST_YEAR_OF_FIXED_RATE)}. Earlier years used other methods. Your tax agent can tell you about them.`
        : (noteOn(rate, incomeYear) ?? null),
    choice: HOME_CHOICE,
  }
}

/** By the load. */
export function laundryClaims(
  { laundry, incomeYear, isBusiness }: YearOfRecords,
  rules: RecordRules | undefined,
): OpenClaim[] {
  const work = laundry.reduce((sum, { workLoads }) => sum + workLoads, 0)
  const mixed = laundry.reduce((sum, { mixedLoads }) => sum + mixedLoads, 0)
  if (work + mixed === 0) return []
  const rate = rules?.laundryLoadCents
  const mixedRate = rules?.mixedLaundryLoadCents
  const limit = rules?.laundryCents
  const cents = rate && mixedRate ? work * rate.value + mixed * mixedRate.value : null
  return [
    {
      _id: 'laundry',
      kind: 'laundry',
      label: 'D3',
      subject: 'Laundry',
      method:
        rate && mixedRate
          ? `${formatCents(rate.value)} a load of work clothes, ${formatCents(mixedRate.value)} a mixed load`
          : 'Loads',
      quantity: work + mixed,
      unit: 'loads',
      claimableCents: cents,
      note: joinNotes(
        // Both limits are employees' (s 900-35, s 900-40).
        cents !== null && limit && cents > limit.value && !isBusiness
          ? `Above ${formatCents(limit.value)}, laundry needs written evidence, unless all your work expenses together are small enough to need none.`
          : undefined,
        noteOn(rate, incomeYear) ?? noteOn(mixedRate, incomeYear),
      ),
      choice: null,
    },
  ]
}

export const claimIdOfDiary = (service: Service): string => `phoneAndInternet:${service}`

/** The work share of the bills. */
export function diaryClaims({ diaries }: YearOfRecords): OpenClaim[] {
  return diaries.map(({ service, days, workPercent, costCents }) => ({
    _id: claimIdOfDiary(service),
    kind: 'phoneAndInternet',
    label: HOME_LABEL,
    subject: service === 'phone' ? 'Phone' : 'Internet',
    method: workPercent === null ? 'Four-week diary' : `Four-week diary, ${workPercent}% work use`,
    quantity: workPercent ?? 0,
    unit: '%',
    claimableCents:
      days.length < DIARY_DAYS || workPercent === null || costCents === null
        ? null
        : Math.round((costCents * Math.round(workPercent * 10)) / 1000),
    note: diaryProblem({ days, workPercent, costCents }),
    choice: HOME_CHOICE,
  }))
}

/** Why a diary gives no figure yet. */
function diaryProblem({
  days,
  workPercent,
  costCents,
}: Pick<Diary, 'days' | 'workPercent' | 'costCents'>): string | null {
  if (days.length < DIARY_DAYS) return `${days.length} of ${DIARY_DAYS} days entered.`
  if (workPercent === null) return 'The diary shows no use at all.'
  return costCents === null ? 'Enter what it cost you this year.' : null
}

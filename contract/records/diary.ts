import { addDays } from '../core/dates.ts'
import { percentOf } from './logbook.ts'
import type { DiaryDay } from './schemas.ts'

/** A diary covers four weeks in a row that are typical of the year. */
export const DIARY_DAYS = 4 * 7

/** The days of a diary of four weeks, from its first on, as `2026-07-01`. */
export function daysOfDiary(startedOn: string): string[] {
  return Array.from({ length: DIARY_DAYS }, (_, index) => addDays(startedOn, index))
}

/** The entered days of the four weeks, sorted, and the share of work. Days outside the four weeks don't count. */
export function diaryResult(
  startedOn: string,
  entered: readonly DiaryDay[],
): { days: DiaryDay[]; workPercent: number | null } {
  const last = addDays(startedOn, DIARY_DAYS - 1)
  const days = entered
    .filter(({ day }) => day >= startedOn && day <= last)
    .toSorted((one, other) => one.day.localeCompare(other.day))
  const work = days.reduce((sum, day) => sum + day.work, 0)
  const personal = days.reduce((sum, day) => sum + day.personal, 0)
  return { days, workPercent: percentOf(work, work + personal) }
}

import { formatIncomeYear, incomeYearOf } from '@docketbox/contract/core/income-years'
import { today } from '#platform/format/dates.ts'

type Shared = { years: readonly string[]; email: string }

/** Why a receipt of this day can't answer a question: its guest wouldn't see it. */
export function problemInDate(date: string, { years, email }: Shared): string | undefined {
  if (date === '') return 'Enter the date on the receipt, or file it later.'
  if (date > today()) return 'This date is in the future.'
  const year = incomeYearOf(date)
  if (years.includes(year)) return undefined
  return `This date is in ${formatIncomeYear(year)}, which ${email} can’t see. Check it, or file this later.`
}

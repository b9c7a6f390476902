import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { type CalendarEntry, calendarFile } from '@docketbox/contract/years/calendar'
import { yearTexts } from '@docketbox/contract/years/texts'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { today } from '#platform/format/dates.ts'
import { product } from '#platform/page/product.ts'
import { saveFile } from '#platform/download/save-file.ts'

export function saveCalendar(summary: YearSummary): void {
  const { host, origin } = window.location
  const page = origin + paths.year(summary.incomeYear)
  const file = calendarFile(entriesOf(summary, page), { at: new Date(), host, product: product.name })
  saveFile(new Blob([file], { type: 'text/calendar;charset=utf-8' }), `Tax dates ${summary.incomeYear}.ics`)
}

/** Whether there are days to come that a calendar can remind of. */
export function hasEntries(summary: YearSummary): boolean {
  return entriesOf(summary, '').length > 0
}

/** The due dates until the return is lodged, afterwards the end of the retention; days that have passed are left out. */
export function entriesOf(summary: YearSummary, page: string): CalendarEntry[] {
  return allEntriesOf(summary, page).filter(({ day }) => day >= today())
}

function allEntriesOf(
  { incomeYear, deadlines, lodgement, retention }: YearSummary,
  page: string,
): CalendarEntry[] {
  const year = formatIncomeYear(incomeYear)
  if (lodgement) {
    if (retention.keepUntil === null) return []
    return [
      {
        id: `${incomeYear}-keep`,
        day: retention.keepUntil,
        title: `Last day to keep your receipts from ${year}`,
        details: `${yearTexts.assets} ${yearTexts.capitalGains} We never delete receipts ourselves. ${page}`,
      },
    ]
  }
  if (!deadlines) return []
  return [
    {
      id: `${incomeYear}-self`,
      day: deadlines.self,
      title: `${year} tax return due (lodging it yourself)`,
      details: `Check the date with the ATO. ${page}`,
    },
    {
      id: `${incomeYear}-agent`,
      day: deadlines.agent,
      title: `${year} tax return due (through a tax agent)`,
      details: `Only if you’re their client by 31 October. They may give you an earlier date. ${page}`,
    },
  ]
}

import { formatDay } from '@docketbox/contract/core/dates'
import { formatCents } from '@docketbox/contract/core/money'
import type { ReadFields } from '@docketbox/contract/reading/schemas'
import { pleaseCheck } from '../to-file/row/row-values.ts'

/** What was read, in words for screen readers: "Read: Ampol, $68.20, 3 Mar 2026. Please check the date." Empty if nothing was. */
export function readingSummary({ supplier, totalCents, documentDate }: ReadFields): string {
  const read = [
    supplier && { name: 'supplier', text: supplier.value, level: supplier.level },
    totalCents && { name: 'total', text: formatCents(totalCents.value), level: totalCents.level },
    documentDate && { name: 'date', text: formatDay(documentDate.value), level: documentDate.level },
  ].filter((field) => field !== null)
  if (read.length === 0) return ''
  const unsure = read.filter(({ level }) => level === 'check').map(({ name }) => name)
  return `Read: ${read.map(({ text }) => text).join(', ')}. ${unsure.length > 0 ? pleaseCheck(unsure) : ''}`
}

import type { ReadFields } from '@docketbox/contract/reading/schemas'
import type { Draft } from '@docketbox/contract/receipts/schemas'

type Values = { supplier?: string; totalCents?: number; documentDate?: string }

/** What was read on a receipt; the names in `unsure` without certainty. */
export function fieldsOf(values: Values, unsure: (keyof Values)[] = []): ReadFields {
  const read = <Value>(name: keyof Values, value: Value | undefined) =>
    value === undefined
      ? null
      : {
          value,
          confidence: 0.9,
          level: unsure.includes(name) ? ('check' as const) : ('sure' as const),
          box: null,
        }
  return {
    supplier: read('supplier', values.supplier),
    supplierAbn: null,
    documentDate: read('documentDate', values.documentDate),
    totalCents: read('totalCents', values.totalCents),
    gstCents: null,
  }
}

/** An upload that waits to be filed; `n` makes it different from others. */
export function draftOf(n: number, changes: Partial<Draft> = {}): Draft {
  return {
    uri: `draft:01a1f98c-b7c0-73be-90be-d80dc65f${String(n).padStart(4, '0')}`,
    title: `docket-${n}.pdf`,
    type: 'application/pdf',
    size: 1000,
    width: null,
    height: null,
    pages: null,
    preview: 'none',
    createdAt: '2026-03-03T05:05:00.000Z',
    reading: { state: 'done', fields: null },
    suggestedCategory: null,
    ...changes,
  }
}

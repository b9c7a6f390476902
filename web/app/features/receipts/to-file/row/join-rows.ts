import { parseCents } from '@docketbox/contract/core/money'
import { mergeReadFields } from '@docketbox/contract/reading/merge'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import {
  type NewReceipt,
  type Problem,
  problemsOf,
  receiptFrom,
  type Row,
  type RowEdit,
  type RowField,
  valuesOf,
} from './row-values.ts'

/**
 * The first of several pages, with what all of them say: each value comes from the first page where the user chose or typed
 * one, or else from what was read on any of them.
 */
export function joinRows(pages: readonly [Row, ...Row[]]): Row {
  const [{ draft, edit }] = pages
  const read = valuesOf(readOn(pages), {})
  const valueOf = (field: RowField) => (typedIn(pages, field)[0] ?? read[field]) || undefined
  // What was written about different pages may differ, and all of it is kept.
  const descriptions = new Set(pages.map((page) => page.edit.description?.trim() ?? '').filter(Boolean))
  const joined: RowEdit = {
    supplier: valueOf('supplier'),
    total: valueOf('total'),
    date: valueOf('date'),
    category: valueOf('category'),
    description: [...descriptions].join('\n') || undefined,
  }
  const known = Object.entries(joined).filter(([, value]) => value !== undefined)
  return { draft, edit: { ...edit, ...Object.fromEntries(known) } }
}

/** The first page, with what was read on all of them, merged as on Scan and the server. What the user cleared is left out. */
function readOn(pages: readonly [Row, ...Row[]]): Draft {
  const [{ draft }] = pages
  const fields = pages.map(({ draft: { reading }, edit }) => ({
    ...(reading.fields ?? mergeReadFields([])),
    ...(edit.supplier === '' && { supplier: null }),
    ...(edit.total === '' && { totalCents: null }),
    ...(edit.date === '' && { documentDate: null }),
  }))
  const [suggestedCategory = null] = pages
    .flatMap((page) => (page.edit.category === '' ? [] : (page.draft.suggestedCategory ?? [])))
    .toSorted((one, other) => other.receipts - one.receipts)
  return { ...draft, suggestedCategory, reading: { ...draft.reading, fields: mergeReadFields(fields) } }
}

/** Why several pages can't be filed as one receipt, by field. */
export function problemsOfPages(pages: readonly [Row, ...Row[]]): Problem[] {
  const { draft, edit } = joinRows(pages)
  const differences = differencesOf(pages)
  const problems = problemsOf(valuesOf(draft, edit))
  return [
    ...problems.filter(({ field }) => !differences.some((other) => other.field === field)),
    ...differences,
  ]
}

/** Of the values that must be the same on all pages, those of which the user typed or chose several. */
function differencesOf(pages: readonly Row[]): Problem[] {
  const differ = { total: 'totals', date: 'dates', category: 'categories' } as const
  return (Object.keys(differ) as (keyof typeof differ)[]).flatMap((field) => {
    const typed = typedIn(pages, field).map((text) => (field === 'total' ? (parseCents(text) ?? text) : text))
    return new Set(typed).size > 1 ? { field, text: `The pages have different ${differ[field]}.` } : []
  })
}

/** Asks about pages that seem to be several receipts, by what was read on them. What the user typed decides. */
export function doubtAbout(pages: readonly Row[]): string {
  const isDifferent = (field: 'supplier' | 'total') => {
    const shown = pages.map(({ draft, edit }) => valuesOf(draft, edit)[field].trim().toLowerCase())
    return typedIn(pages, field).length === 0 && new Set(shown.filter(Boolean)).size > 1
  }
  const different = (['supplier', 'total'] as const).filter(isDifferent).map((field) => `${field}s`)
  return different.length > 0 ? `They have different ${different.join(' and ')}. Are they one receipt?` : ''
}

/** The receipt that several pages become. */
export function receiptOfPages(pages: readonly [Row, ...Row[]]): NewReceipt {
  const { draft, edit } = joinRows(pages)
  return {
    ...receiptFrom(draft, edit, { isSeen: true }),
    file: pages.map((page) => ({ uri: page.draft.uri })),
  }
}

/** What the user chose or typed instead of what was read or suggested. After Undo, that's stored like what was typed. */
function typedIn(pages: readonly Row[], field: RowField): string[] {
  return pages.flatMap(({ draft, edit }) => {
    const typed = edit[field]?.trim()
    return typed && typed !== valuesOf(draft, {})[field] ? typed : []
  })
}

/** What brings back what the first page's row showed before it was filed with others. */
export function separated(before: Row, after: Row): RowEdit {
  const shown = valuesOf(before.draft, before.edit)
  const joined = valuesOf(after.draft, after.edit)
  return Object.fromEntries(
    Object.entries(shown).filter(([field, value]) => joined[field as RowField] !== value),
  )
}

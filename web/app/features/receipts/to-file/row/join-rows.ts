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
 * one, or else from the first that has one.
 */
export function joinRows(pages: readonly [Row, ...Row[]]): Row {
  const [{ draft, edit }] = pages
  const values = pages.map((page) => valuesOf(page.draft, page.edit))
  const firstOf = (field: RowField) =>
    [...typedIn(pages, field), ...values.map((one) => one[field])].find((value) => value.trim() !== '')
  // What was written about different pages may differ, and all of it is kept.
  const descriptions = new Set(values.map(({ description }) => description.trim()).filter(Boolean))
  const joined: RowEdit = {
    supplier: firstOf('supplier'),
    total: firstOf('total'),
    date: firstOf('date'),
    category: firstOf('category'),
    description: [...descriptions].join('\n') || undefined,
  }
  const known = Object.entries(joined).filter(([, value]) => value !== undefined)
  return { draft, edit: { ...edit, ...Object.fromEntries(known) } }
}

/** Why several pages can't be filed as one receipt, by field. */
export function problemsOfPages(pages: readonly [Row, ...Row[]]): Problem[] {
  const { draft, edit } = joinRows(pages)
  const problems = problemsOf(valuesOf(draft, edit))
  if (new Set(typedIn(pages, 'category')).size < 2) return problems
  return [...problems, { field: 'category', text: 'The pages have different categories.' }]
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

import type { Category } from '@docketbox/contract/categories/endpoints'
import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import {
  type DeductionLabel,
  deductionLabels,
  formatLabel,
} from '@docketbox/contract/receipts/deduction-labels'
import { noTotals, type ReceiptTotals } from '@docketbox/contract/years/schemas'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { yearTexts } from '@docketbox/contract/years/texts'
import { Amount } from '#ui/data/amount.tsx'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'

type Row = ReceiptTotals & { _id: string }

/** An amount, or nothing while no receipt has one. */
const amountOf = (cents: number, { receipts, withoutAmount }: ReceiptTotals) =>
  withoutAmount < receipts && <Amount cents={cents} />

const figures: Column<Row>[] = [
  figureColumn('Receipts', ({ receipts }) => receipts.toLocaleString('en-AU')),
  figureColumn('Spent', (row) => amountOf(row.spentCents, row)),
  figureColumn('Claimable', (row) => amountOf(row.claimableCents, row)),
]
// 0 mostly means that it isn't known.
const gst: Column<Row> = figureColumn('GST', ({ gstCents }) => gstCents > 0 && <Amount cents={gstCents} />)
const incomplete: Column<Row> = figureColumn('Incomplete', ({ incomplete }) =>
  incomplete > 0 ? incomplete.toLocaleString('en-AU') : 'None',
)

/** In the order of the tax return; receipts that aren't sorted yet are last. */
function positionOf(label: DeductionLabel | null): number {
  return label ? deductionLabels.indexOf(label) : deductionLabels.length
}

/** What the receipts of a year add up to by deduction label. */
export function LabelTable({ summary, isReadOnly }: { summary: YearSummary; isReadOnly: boolean }) {
  const { incomeYear, byLabel } = summary
  if (byLabel.length === 0) return null
  const rows = byLabel
    .map(({ label, ...totals }) => ({ _id: label ?? '', label, ...totals }))
    .toSorted((one, other) => positionOf(one.label) - positionOf(other.label))
  const name: Column<(typeof rows)[number]> = column('Label', ({ label }) => {
    const text = label ? formatLabel(label) : 'Not sorted yet'
    const list = withQuery(paths.receipts, { incomeYear, label: label ?? 'none' })
    return isReadOnly ? text : <TextLink to={list}>{text}</TextLink>
  })
  return (
    <section className="grid grid-cols-1 gap-3 print:break-inside-avoid">
      <h2 className="text-lg">By deduction label</h2>
      <Table caption="By deduction label" columns={[name, ...figures, gst, incomplete]} rows={rows} />
      {rows.some(({ label, claimableCents }) => label === 'private' && claimableCents > 0) && (
        <p className="text-sm text-soft">{yearTexts.privateCounts}</p>
      )}
    </section>
  )
}

type CategoryTableProps = {
  summary: YearSummary
  categories: readonly Category[]
  isReadOnly: boolean
}

/** The totals by category, beside the year before. */
export function CategoryTable({ summary, categories, isReadOnly }: CategoryTableProps) {
  const { incomeYear, byCategory, previous } = summary
  const rows = categories.flatMap(({ _id, name }) => {
    const totals = byCategory.find(({ category }) => category === _id)
    const before = previous?.byCategory.find(({ category }) => category === _id)
    return totals || before ? [{ _id, name, ...(totals ?? noTotals), before: before?.spentCents ?? 0 }] : []
  })
  if (rows.length === 0) return null
  const columns: Column<(typeof rows)[number]>[] = [
    column('Category', ({ _id, name }) =>
      isReadOnly ? name : <TextLink to={withQuery(paths.category(_id), { incomeYear })}>{name}</TextLink>,
    ),
    ...figures,
    ...(previous && previous.receipts > 0
      ? [
          figureColumn(
            `Spent ${formatIncomeYear(previous.incomeYear)}`,
            ({ before }: (typeof rows)[number]) => <Amount cents={before} />,
          ),
        ]
      : []),
  ]
  return (
    <section className="grid grid-cols-1 gap-3 print:break-inside-avoid">
      <h2 className="text-lg">By category</h2>
      <Table caption="By category" columns={columns} rows={rows} />
    </section>
  )
}

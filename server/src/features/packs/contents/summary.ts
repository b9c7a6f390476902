import {
  daysOf,
  type DeductionLabel,
  formatCents,
  formatDay,
  formatIncomeYear,
  formatLabel,
  sydneyDay,
} from '@docketbox/contract'
import { type Typesetter, typeset } from '#platform/documents/typeset.ts'
import type { PackSnapshot } from './snapshot.ts'
import type { Total, Totals } from './totals.ts'

type Summary = Readonly<{
  product: string
  snapshot: PackSnapshot
  totals: Totals
  /** Paths of damaged files. */
  leftOut: readonly string[]
}>

/** `summary.pdf`: who, which year, totals by label and category, what's missing, and what this is not. */
export function summaryPdf({ product, snapshot, totals, leftOut }: Summary): Promise<Buffer> {
  const { incomeYear, takenAt, owner } = snapshot
  const year = formatIncomeYear(incomeYear)
  const createdAt = new Date(takenAt)
  const preparedOn = formatDay(sydneyDay(createdAt))
  const footer = `${product} · Tax pack ${year} · ${owner.name} · ${preparedOn}`
  return typeset({ title: `Tax pack ${year}`, author: product, createdAt, footer }, (page) => {
    const { first, last } = daysOf(incomeYear)
    page.title(`Tax pack ${year}`)
    page.facts([
      ['Prepared for', `${owner.name}, ${owner.email}`],
      ['Income year', `${formatDay(first)} to ${formatDay(last)}`],
      ['Prepared on', `${preparedOn}, from the records as they were at that moment`],
    ])
    writeOverview(page, totals)
    writeTotals(page, 'By deduction label', 'Label', [...totals.byLabel].map(labelled).toSorted(byName))
    writeTotals(page, 'By category', 'Category', [...totals.byCategory].toSorted(byName))
    writeMissing(page, totals)
    writeLeftOut(page, leftOut)
    page.section('About this pack')
    page.paragraph(
      `This pack organises what ${owner.name} recorded in ${product}. It’s general information, not tax advice, and ` +
        `nothing in it has been sent to the ATO. Labels are suggestions unless marked as confirmed. “For work” is the ` +
        `share that was entered for each receipt. What to claim is decided by the taxpayer or their registered tax agent.`,
    )
    page.paragraph(
      'receipts.csv and receipts.xlsx list every receipt. The original files are in folders by label. To check that ' +
        'nothing has been changed, open verify.html and drop the pack on it: it works offline.',
    )
  })
}

function writeOverview(
  page: Typesetter,
  { all, complete, withoutAmount, withoutReceipt, missing }: Totals,
): void {
  page.section('At a glance')
  page.facts([
    ['Spent', `${formatCents(all.spentCents)} from ${count(all.receipts, 'receipt')}`],
    ['For work', formatCents(all.claimableCents)],
    ['GST', formatCents(all.gstCents)],
    ...(withoutReceipt.receipts > 0
      ? [
          [
            'Without a receipt',
            `${formatCents(withoutReceipt.spentCents)} from ${count(withoutReceipt.receipts, 'record')}, counted separately`,
          ] as const,
        ]
      : []),
    ['Evidence', `${complete} complete, ${missing} with something missing`],
    ...(withoutAmount > 0
      ? [
          [
            'No amount yet',
            `${count(withoutAmount, 'record')} without an amount in Australian dollars`,
          ] as const,
        ]
      : []),
  ])
}

function writeTotals(
  page: Typesetter,
  title: string,
  heading: string,
  totals: readonly (readonly [name: string, total: Total])[],
): void {
  if (totals.length === 0) return
  page.section(title)
  const sum = (key: keyof Total) => totals.reduce((result, [, total]) => result + total[key], 0)
  const cellsOf = (name: string, total: Total) => [
    name,
    String(total.receipts),
    formatCents(total.spentCents),
    formatCents(total.claimableCents),
    formatCents(total.gstCents),
  ]
  page.table({
    columns: [
      { heading, share: 38 },
      { heading: 'Records', share: 12, align: 'right' },
      { heading: 'Spent', share: 17, align: 'right' },
      { heading: 'For work', share: 17, align: 'right' },
      { heading: 'GST', share: 16, align: 'right' },
    ],
    rows: totals.map(([name, total]) => cellsOf(name, total)),
    total: cellsOf('Total', {
      receipts: sum('receipts'),
      spentCents: sum('spentCents'),
      claimableCents: sum('claimableCents'),
      gstCents: sum('gstCents'),
    }),
  })
}

function writeMissing(page: Typesetter, { missing, mostMissing }: Totals): void {
  page.section('What’s missing')
  if (missing === 0) return page.paragraph('Nothing: every receipt has the details that evidence needs.')
  page.table({
    columns: [
      { heading: 'Date', share: 14 },
      { heading: 'Receipt', share: 40 },
      { heading: 'Missing', share: 28 },
      { heading: 'Amount', share: 18, align: 'right' },
    ],
    rows: mostMissing.map(({ incurredOn, supplier, description, missing, cents }) => [
      incurredOn === null ? '' : formatDay(incurredOn),
      supplier ?? description,
      missing.join(', '),
      cents === null ? 'unknown' : formatCents(cents),
    ]),
  })
  const others = missing - mostMissing.length
  if (others > 0)
    page.paragraph(`And ${others} of lower value: filter the column “Missing” in receipts.xlsx to see them.`)
}

function writeLeftOut(page: Typesetter, leftOut: readonly string[]): void {
  if (leftOut.length === 0) return
  page.section('Files we left out')
  page.paragraph(
    'The stored copies of these files no longer match what was uploaded, so they aren’t in this pack. ' +
      'Their receipts are still in the lists.',
  )
  page.table({ columns: [{ heading: 'File', share: 1 }], rows: leftOut.map((path) => [path]) })
}

function labelled([label, total]: readonly [DeductionLabel | null, Total]): readonly [string, Total] {
  return [label === null ? 'Not sorted yet' : formatLabel(label), total]
}

function byName([a]: readonly [string, Total], [b]: readonly [string, Total]): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-AU')} ${noun}${number === 1 ? '' : 's'}`
}

import { countOf } from '@docketbox/contract/core/counts'
import {
  daysOf,
  deductionLabels,
  describeAssets,
  describeCovered,
  describeRetention,
  evidenceKindNames,
  formatCents,
  formatDay,
  formatIncomeYear,
  formatLabel,
  type ReceiptTotals,
  sydneyDay,
  totalOf,
  type YearSummary,
  yearTexts,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { type Typesetter, typeset } from '#platform/documents/typeset.ts'
import { writeEarlierAssets } from './earlier-assets.ts'
import { writeMissing } from './missing.ts'
import { figureOf, whyNotCounted } from './record-sheets.ts'
import { labelOf, type PackRow, shortLabel } from './row.ts'
import type { PackSnapshot } from './snapshot.ts'

type Summary = Readonly<{
  product: string
  snapshot: PackSnapshot
  /** Paths of damaged files. */
  leftOut: readonly string[]
  /** The first assets from earlier years. */
  earlierAssets: readonly PackRow[]
  /** What the files for accounting software leave out; undefined without any. */
  accounting?: string | undefined
}>

const workNames = { employee: 'Employee', soleTrader: 'Sole trader', both: 'Employee and sole trader' }
const lodgedByNames = { myTax: 'with myTax', agent: 'by a tax agent', paper: 'on paper' }

/** `summary.pdf`: who, which year, totals by label and category, records, what's missing, and what this is not. */
export function summaryPdf(
  { fonts }: Pick<Deps, 'fonts'>,
  { product, snapshot, leftOut, earlierAssets, accounting }: Summary,
): Promise<Buffer> {
  const { incomeYear, takenAt, owner, summary } = snapshot
  const year = formatIncomeYear(incomeYear)
  const createdAt = new Date(takenAt)
  const preparedOn = formatDay(sydneyDay(createdAt))
  const footer = `${product} · Tax pack ${year} · ${owner.name} · ${preparedOn}`
  return typeset(fonts, { title: `Tax pack ${year}`, author: product, createdAt, footer }, (page) => {
    const { first, last } = daysOf(incomeYear)
    page.title(`Tax pack ${year}`)
    page.facts([
      ['Prepared for', `${owner.name}, ${owner.email}`],
      ...earningFacts(snapshot),
      ['Income year', `${formatDay(first)} to ${formatDay(last)}`],
      ['Prepared on', `${preparedOn}, from the records at that time`],
      ...lodgedReturnFacts(summary),
      ['Retention', describeRetention(summary, sydneyDay(createdAt))],
    ])
    if (summary.rules?.isChanging)
      page.paragraph('Some rules for this year are still changing, so figures based on them may change too.')
    writeOverview(page, summary)
    writeTotals(page, 'By deduction label', 'Label', summary.byLabel.toSorted(inFormOrder).map(labelled))
    if (summary.byLabel.some(({ label, claimableCents }) => label === 'private' && claimableCents > 0))
      page.paragraph(yearTexts.privateCounts)
    if (summary.byLabel.length > 0 && (summary.evidence.length > 0 || snapshot.claims.length > 0))
      page.paragraph(
        'The totals by label and category only include receipts. Expenses without a receipt and records are in receipts.xlsx, with their labels.',
      )
    const named = summary.byCategory.map(
      (total) => [snapshot.categories[total.category] ?? '', total] as const,
    )
    writeTotals(page, 'By category', 'Category', named.toSorted(byName))
    writeRecords(page, snapshot)
    writeEarlierAssets(page, earlierAssets, summary.earlierAssets)
    writeMissing(page, summary)
    writeLeftOut(page, leftOut)
    if (accounting !== undefined) page.section('Files for accounting software')
    if (accounting !== undefined) page.paragraph(accounting)
    page.section('About this pack')
    page.paragraph(
      `This pack organises what ${owner.name} recorded in ${product}. It’s general information, not tax advice, and ` +
        `nothing in it has been sent to the ATO. Labels are suggestions unless marked as confirmed. “Claimable” is ` +
        `the work-use share entered for each receipt, less anything reimbursed. The taxpayer or their registered tax agent decides what to claim.`,
    )
    const isBusinessAsset = (row: PackRow) => labelOf(row) === 'business'
    const hasCredits = snapshot.taxProfile?.isGstRegistered && earlierAssets.some(isBusinessAsset)
    if (summary.businessIncludesGst || hasCredits) page.paragraph(yearTexts.businessIncludesGst)
    page.paragraph(
      'receipts.csv and receipts.xlsx list every receipt and every expense without one. The original files are in folders by label. To check that ' +
        'nothing has been changed, open verify.html and drop the pack on it: it works offline.',
    )
  })
}

function earningFacts({ taxProfile }: PackSnapshot): Facts {
  if (!taxProfile?.work) return []
  const { work, isGstRegistered } = taxProfile
  const registered = isGstRegistered ? ', registered for GST' : ', not registered for GST'
  return [['Earns income as', workNames[work] + (isGstRegistered === null ? '' : registered)]]
}

type Facts = (readonly [name: string, value: string])[]

function lodgedReturnFacts({ lodgement, deadlines }: YearSummary): Facts {
  if (lodgement) {
    const amended = lodgement.amendedOn ? `, amended ${formatDay(lodgement.amendedOn)}` : ''
    return [['Lodged', `${formatDay(lodgement.lodgedOn)} ${lodgedByNames[lodgement.via]}${amended}`]]
  }
  if (!deadlines) return []
  const { self, agent } = deadlines
  return [
    ['Due', `${formatDay(self)}. For a tax agent’s clients by 31 October, usually ${formatDay(agent)}.`],
  ]
}

function writeOverview(page: Typesetter, summary: YearSummary): void {
  const { totals, evidence } = summary
  const { receipts, spentCents, claimableCents, gstCents, complete, incomplete, withoutAmount } = totals
  const withoutReceipt: Facts = evidence.map(({ kind, records, spentCents, claimableCents }) => [
    evidenceKindNames[kind],
    `${formatCents(spentCents)} from ${countOf(records, 'expense')} without a receipt, ` +
      `${formatCents(claimableCents)} of it for work. We total these separately.`,
  ])
  page.section('At a glance')
  page.facts([
    ['Spent', `${formatCents(spentCents)} from ${countOf(receipts, 'receipt')}`],
    ['Claimable', formatCents(claimableCents)],
    ...(gstCents > 0 ? [['GST', formatCents(gstCents)] as const] : []),
    [
      'Evidence',
      `${countOf(complete, 'receipt')} complete, ${incomplete.toLocaleString('en-AU')} with something missing`,
    ],
    ...(withoutAmount > 0
      ? [
          [
            'No amount yet',
            `${countOf(withoutAmount, 'receipt')} without an amount in Australian dollars`,
          ] as const,
        ]
      : []),
    ...withoutReceipt,
  ])
  for (const sentence of [...describeCovered(summary), ...describeAssets(summary)]) page.paragraph(sentence)
}

type Total = Pick<ReceiptTotals, 'receipts' | 'spentCents' | 'claimableCents' | 'gstCents'>
type NamedTotal = readonly [name: string, total: Total]

function writeTotals(page: Typesetter, title: string, heading: string, totals: readonly NamedTotal[]): void {
  if (totals.length === 0) return
  page.section(title)
  const sum = (key: keyof Total) => totals.reduce((result, [, total]) => result + total[key], 0)
  const cellsOf = (name: string, total: Total) => [
    name,
    total.receipts.toLocaleString('en-AU'),
    formatCents(total.spentCents),
    formatCents(total.claimableCents),
    // 0 mostly means that it isn't known.
    total.gstCents > 0 ? formatCents(total.gstCents) : '',
  ]
  page.table({
    columns: [
      { heading, share: 38 },
      { heading: 'Receipts', share: 12, align: 'right' },
      { heading: 'Spent', share: 17, align: 'right' },
      { heading: 'Claimable', share: 17, align: 'right' },
      { heading: 'GST', share: 16, align: 'right' },
    ],
    rows: totals.map(([name, total]) => cellsOf(name, total)),
    totals: [
      cellsOf('Total', {
        receipts: sum('receipts'),
        spentCents: sum('spentCents'),
        claimableCents: sum('claimableCents'),
        gstCents: sum('gstCents'),
      }),
    ],
  })
}

function writeRecords(page: Typesetter, { claims, taxProfile }: PackSnapshot): void {
  if (claims.length === 0) return
  page.section('Records and methods')
  page.table({
    columns: [
      { heading: 'Record', share: 24 },
      { heading: 'Method', share: 32 },
      { heading: 'Quantity', share: 20 },
      { heading: 'Label', share: 10 },
      { heading: 'Claimable', share: 16, align: 'right' },
    ],
    rows: claims.map((claim) => {
      const { subject, method, quantity, unit, label } = claim
      return [
        subject,
        claim.isChosen ? method : `${method} (not counted: ${whyNotCounted(claim, claims)})`,
        `${quantity.toLocaleString('en-AU')}${unit === '%' ? '' : ' '}${unit}`,
        shortLabel(label),
        figureOf(claim),
      ]
    }),
    totals: [['Counted', '', '', '', formatCents(totalOf(claims).cents)]],
  })
  const notes = new Set(claims.flatMap(({ note }) => note ?? []))
  for (const note of notes) page.paragraph(note)
  if (taxProfile?.work === 'both')
    page.paragraph(
      'Hours and trips count for the job unless they’re marked as for the business. Other records are listed under the labels of a job. What was for the business belongs under Business instead.',
    )
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

type LabelTotal = YearSummary['byLabel'][number]

function labelled(total: LabelTotal): NamedTotal {
  return [total.label === null ? 'Not sorted yet' : formatLabel(total.label), total]
}

/** In the order of the tax return, and those not sorted yet last. */
function inFormOrder({ label: a }: LabelTotal, { label: b }: LabelTotal): number {
  const placeOf = (label: LabelTotal['label']) => (label === null ? Infinity : deductionLabels.indexOf(label))
  return placeOf(a) - placeOf(b)
}

function byName([a]: NamedTotal, [b]: NamedTotal): number {
  return a.localeCompare(b, 'en')
}

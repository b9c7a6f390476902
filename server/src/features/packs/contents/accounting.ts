import { countOf } from '@docketbox/contract/core/counts'
import { type PackFormat, packFormatNames, typedAmount } from '@docketbox/contract'
import { BYTE_ORDER_MARK, csvLine } from '#platform/export/csv.ts'
import { labelOf, type PackRow } from './row.ts'

/** Xero imports at most this many lines per file. */
const MAX_XERO_LINES = 1_000

/** What the owner said about themselves. */
type Buyer = Readonly<{ isGstRegistered: boolean | null }>

type AccountingFile = Readonly<{
  path: (part: number) => string
  heading: readonly string[]
  /** How many lines one file may have. */
  maxLines: number
  lineOf: (row: PackRow, amountCents: number, day: string, buyer: Buyer) => string[]
}>

/** Files that accounting software imports. Accounts are left empty: they differ from one business to the next. */
const accountingFiles: Record<PackFormat, AccountingFile> = {
  xero: {
    path: (part) => `accounting/xero-bank-statement-${part}.csv`,
    heading: ['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Cheque Number'],
    maxLines: MAX_XERO_LINES,
    lineOf: ({ supplier, description, id }, cents, day) => [
      australian(day),
      typedAmount(-cents),
      supplier ?? '',
      description,
      referenceOf(id),
      '',
    ],
  },
  myob: {
    path: () => 'accounting/myob-spend-money.csv',
    // As the Australian edition of AccountRight names them, whose amounts include tax where `Inclusive` is marked.
    heading: [
      'Cheque Account',
      'Date',
      'Inclusive',
      'Co./Last Name',
      'Memo',
      'Allocation Account #',
      'Inc-Tax Amount',
      'Tax Code',
    ],
    maxLines: Infinity,
    lineOf: (row, cents, day, buyer) => [
      '',
      australian(day),
      'X',
      row.supplier ?? '',
      row.description,
      '',
      typedAmount(cents),
      taxCodeOf(row, buyer),
    ],
  },
}

/** The most that rounding the lines of a receipt can add up to, times eleven. */
const MAX_ROUNDING_CENTS = 11

/**
 * Empty where the code might claim more GST than the buyer can, so that the importer chooses: where it isn't known or isn't
 * the price's eleventh, the expense is partly private (GST Act s 11-30), as a car's is whose share for work the records
 * know, and where the buyer isn't known to be registered (s 11-5) or to need it for a business (s 11-15).
 */
function taxCodeOf(row: PackRow, { isGstRegistered }: Buyer): 'GST' | 'FRE' | '' {
  const { currency, gstCents, totalCents, workUsePercent, method } = row
  if (!isGstRegistered || (workUsePercent ?? 100) < 100 || method !== null) return ''
  if (labelOf(row) !== 'business') return ''
  if (currency !== 'AUD' || gstCents === null || totalCents === null) return ''
  if (gstCents === 0) return 'FRE'
  return Math.abs(gstCents * 11 - totalCents) <= MAX_ROUNDING_CENTS ? 'GST' : ''
}

/** The files of a format, in parts that it can import: each as its path and text. */
export async function* accountingParts(
  format: PackFormat,
  rows: AsyncIterable<readonly PackRow[]>,
  buyer: Buyer,
): AsyncGenerator<{ path: string; text: string }> {
  const { path, heading, maxLines, lineOf } = accountingFiles[format]
  let lines: string[] = []
  let part = 1
  const close = () => {
    const text = BYTE_ORDER_MARK + csvLine(heading) + lines.join('')
    lines = []
    return { path: path(part++), text }
  }
  for await (const batch of rows) {
    for (const row of batch) {
      if (outcomeOf(row) !== 'listed') continue
      if (lines.length === maxLines) yield close()
      lines.push(csvLine(lineOf(row, row.spentCents!, dayOf(row), buyer)))
    }
  }
  if (lines.length > 0 || part === 1) yield close()
}

type Outcome = 'listed' | 'private' | 'reimbursed' | 'withoutAmount'

/** Whether an expense is in the files. Labels that were only suggested leave nothing out: a guess must not decide about money. */
function outcomeOf({ labelConfirmed, isReimbursed, spentCents }: PackRow): Outcome {
  if (labelConfirmed === 'private') return 'private'
  if (isReimbursed) return 'reimbursed'
  return spentCents === null ? 'withoutAmount' : 'listed'
}

function dayOf({ incurredOn, capturedOn, uploadedAt }: PackRow): string {
  return incurredOn ?? capturedOn ?? uploadedAt.slice(0, 10)
}

/** Describes in the summary what the files list, and what they leave out and why. */
export async function describeAccounting(
  formats: readonly PackFormat[],
  rows: AsyncIterable<readonly PackRow[]>,
): Promise<string> {
  const counts: Record<Outcome, number> = { listed: 0, private: 0, reimbursed: 0, withoutAmount: 0 }
  let undated = 0
  let partly = 0
  for await (const batch of rows)
    for (const row of batch) {
      const outcome = outcomeOf(row)
      counts[outcome]++
      if (outcome !== 'listed') continue
      if (row.incurredOn === null) undated++
      if ((row.workUsePercent ?? 100) < 100) partly++
    }
  const list = new Intl.ListFormat('en-AU')
  const number = (count: number) => count.toLocaleString('en-AU')
  const leftOut = [
    [counts.private, 'confirmed as private'],
    [counts.reimbursed, 'reimbursed'],
    [counts.withoutAmount, 'without an amount in Australian dollars'],
  ] as const
  const reasons = leftOut.flatMap(([count, reason]) => (count === 0 ? [] : `${number(count)} ${reason}`))
  const names = list.format(formats.map((format) => packFormatNames[format]))
  const sentences = [
    `The files for ${names} list ${countOf(counts.listed, 'expense')}.`,
    reasons.length > 0 && `They leave out ${list.format(reasons)}.`,
    undated > 0 &&
      `${number(undated)} of those listed ${undated === 1 ? 'has' : 'have'} no date, so we used the day ` +
        `${undated === 1 ? 'it was' : 'they were'} photographed or added.`,
    partly > 0 &&
      `${number(partly)} ${partly === 1 ? 'is' : 'are'} only partly for work, but listed with the whole amount.`,
    formats.includes('myob') &&
      'Check the tax codes when you import the file for MYOB. We only set one for expenses that are all for a business, if GST is an eleventh of the amount, or zero.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** `2026-08-03` as `03/08/2026`. */
function australian(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** The end of an id, as in file names. */
function referenceOf(id: string): string {
  return id.slice(-6)
}

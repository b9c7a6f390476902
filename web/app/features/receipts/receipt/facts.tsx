import { formatCents } from '@docketbox/contract/core/money'
import { formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import { formatEvidence } from '@docketbox/contract/receipts/evidence'
import { formatAmount, receiptAmount } from '@docketbox/contract/receipts/naming'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { categories } from '#features/categories'
import { assetText } from '#features/years'
import { formatDayUnbroken } from '#platform/format/dates.ts'

type ReceiptFactsProps = {
  receipt: ReceiptDetails
  /** Where nothing else shows it. */
  withLabel?: boolean
}

/** What's known about a receipt, to read: for guests, and on paper. */
export function ReceiptFacts({ receipt, withLabel = false }: ReceiptFactsProps) {
  const { data: names = [] } = useQuery(categories)
  const {
    supplier,
    supplierAbn,
    documentDate,
    paidDate,
    gstCents,
    currency,
    buyer,
    workUsePercent,
    isReimbursed,
    note,
  } = receipt.facts
  const { missing, spentCents, claimableCents } = receipt
  const facts: [label: string, value: string | null | undefined][] = [
    ['Evidence', formatEvidence(missing)],
    ['Supplier', supplier],
    ['ABN', supplierAbn],
    ['Amount', receiptAmount(receipt)],
    ['In Australian dollars', currency === 'AUD' || spentCents === null ? null : formatCents(spentCents)],
    ['GST', gstCents === null ? null : formatAmount(gstCents, currency)],
    ['Buyer', buyer],
    ['Date on the receipt', documentDate && formatDayUnbroken(documentDate)],
    ['Date paid', paidDate && formatDayUnbroken(paidDate)],
    ['Work use', workUsePercent === null ? null : `${workUsePercent}%`],
    ['Reimbursed', isReimbursed === null ? null : isReimbursed ? 'Yes' : 'No'],
    ['Asset', assetText(receipt)],
    ['Share for work', claimableCents === null ? null : formatCents(claimableCents)],
    ['Category', names.find(({ _id }) => _id === receipt.category)?.name],
    ['Deduction label', withLabel ? labelText(receipt.label) : null],
    ['Description', receipt.description],
    ['Note', note],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-[0.9375rem]">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function labelText({ confirmed, suggested }: ReceiptDetails['label']): string | null {
  if (confirmed) return formatLabel(confirmed)
  return suggested && `${formatLabel(suggested)} (suggested)`
}

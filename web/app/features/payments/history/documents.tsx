import { formatCents } from '@docketbox/contract/core/money'
import { type Payment, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { FileText } from 'lucide-react'
import { download } from '#platform/download/download.ts'
import { Button } from '#ui/controls/button.tsx'
import { useDownload } from '#ui/data/download.tsx'

/** The tax invoice of a payment and its adjustment notes, to download. */
export function Documents({ payment }: { payment: Payment }) {
  const { _id: id, hasTaxInvoice, amount, creditCents, creditReturnedCents, adjustmentNotes } = payment
  const priceCents = amount + creditCents + creditReturnedCents
  if (!hasTaxInvoice && adjustmentNotes.length === 0) return null
  return (
    <span className="-mr-3 inline-flex flex-wrap gap-x-1 max-sm:justify-end sm:-ml-3">
      {hasTaxInvoice && (
        <PdfButton
          label="Invoice"
          title={`PDF, tax invoice for ${formatCents(priceCents)}`}
          name="tax-invoice.pdf"
          fetch={(options) => download(paymentEndpoints.taxInvoice, { params: { id } }, options)}
        />
      )}
      {adjustmentNotes.map(({ _id: note, number }) => (
        <PdfButton
          key={note}
          label="Adjustment note"
          title={`PDF, adjustment note ${number}`}
          name={`adjustment-note-${number}.pdf`}
          fetch={(options) => download(paymentEndpoints.adjustmentNote, { params: { id, note } }, options)}
        />
      ))}
    </span>
  )
}

type PdfButtonProps = {
  label: string
  /** For screen readers. */
  title: string
  name: string
  fetch: Parameters<typeof useDownload>[0]['fetch']
}

function PdfButton({ label, title, name, fetch }: PdfButtonProps) {
  const { progress, start } = useDownload({ fetch, name })
  return (
    <Button
      size="small"
      variant="quiet"
      icon={FileText}
      busy={progress && 'Downloading…'}
      aria-label={title}
      onClick={start}
    >
      {label}
    </Button>
  )
}

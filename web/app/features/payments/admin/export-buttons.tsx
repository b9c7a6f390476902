import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { Download } from 'lucide-react'
import { download } from '#platform/api/download.ts'
import { Button } from '#ui/controls/button.tsx'
import { useDownload } from '#ui/data/download.tsx'
import type { AdminPaymentFilter } from './params.ts'

/** Downloads what's listed, with the GST in it, for bookkeepers. */
export function ExportButtons({ filter }: { filter: AdminPaymentFilter }) {
  return (
    <div className="flex flex-wrap gap-3">
      <ExportButton filter={filter} format="csv" label="Export CSV" />
      <ExportButton filter={filter} format="xlsx" label="Export Excel" />
    </div>
  )
}

type ExportButtonProps = { filter: AdminPaymentFilter; format: 'csv' | 'xlsx'; label: string }

function ExportButton({ filter, format, label }: ExportButtonProps) {
  const { progress, start } = useDownload({
    fetch: (options) => download(paymentAdminEndpoints.export, { query: { ...filter, format } }, options),
    name: `payments.${format}`,
    failed: receiptTexts.notDownloaded,
  })
  return (
    <Button
      variant="secondary"
      icon={<Download className="size-4.5" />}
      busy={progress && 'Exporting…'}
      onClick={start}
    >
      {label}
    </Button>
  )
}

import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { download } from '#platform/download/download.ts'
import { ExportButton } from '#ui/data/download.tsx'
import type { AdminPaymentFilter } from './params.ts'

const formats = [
  { format: 'csv', label: 'Export CSV' },
  { format: 'xlsx', label: 'Export Excel' },
] as const

/** Downloads what's listed, with the GST in it, for bookkeepers. */
export function ExportButtons({ filter }: { filter: AdminPaymentFilter }) {
  return (
    <div className="flex flex-wrap gap-3">
      {formats.map(({ format, label }) => (
        <ExportButton
          key={format}
          label={label}
          fetch={(options) =>
            download(paymentAdminEndpoints.export, { query: { ...filter, format } }, options)
          }
          name={`payments.${format}`}
        />
      ))}
    </div>
  )
}

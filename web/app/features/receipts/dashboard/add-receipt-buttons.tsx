import { AddReceiptLink } from '../add-receipt-link.tsx'

export function AddReceiptButtons() {
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:w-auto">
      <AddReceiptLink by="scan" size="large">
        Scan
      </AddReceiptLink>
      <AddReceiptLink by="upload" size="large" variant="secondary">
        Upload
      </AddReceiptLink>
    </div>
  )
}

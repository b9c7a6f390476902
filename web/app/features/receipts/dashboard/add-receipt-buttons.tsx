import { AddReceiptLink } from '../add-receipt-link.tsx'

export function AddReceiptButtons() {
  return (
    <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 sm:w-auto sm:grid-cols-2">
      <AddReceiptLink by="scan" size="large">
        Scan
      </AddReceiptLink>
      <AddReceiptLink by="upload" size="large" variant="secondary">
        Upload
      </AddReceiptLink>
    </div>
  )
}

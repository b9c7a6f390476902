import { fileSize } from '@docketbox/contract/core/file-size'
import { fileTypeName } from '@docketbox/contract/receipts/file-types'
import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'

/** A file's type and size: `JPEG · 0.42 MB`. */
export function FileDetails({ file }: { file: Pick<ReceiptFile, 'type' | 'size'> }) {
  return (
    <span className="figures whitespace-nowrap">
      {fileTypeName(file.type)} · {fileSize(file.size)}
    </span>
  )
}

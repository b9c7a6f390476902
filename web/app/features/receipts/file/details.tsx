import { fileTypeName } from '@docketbox/contract/receipts/file-types'
import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { fileSize } from '#platform/format/file-size.ts'

/** A file's type and size: `JPEG · 0.42 MB`. */
export function FileDetails({ file }: { file: Pick<ReceiptFile, 'type' | 'size'> }) {
  return (
    <span className="figures whitespace-nowrap">
      {fileTypeName(file.type)} · {fileSize(file.size)}
    </span>
  )
}

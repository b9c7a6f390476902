import { fileTypeName } from '@docketbox/contract/file-types'
import type { ReceiptFile } from '@docketbox/contract/receipt'
import { megabytes } from '#platform/sizes'

/** A file's type and size: `jpeg · 0.42 MB`. */
export function FileFacts({ file }: { file: Pick<ReceiptFile, 'type' | 'size'> }) {
  return (
    <span className="figures whitespace-nowrap">
      {fileTypeName(file.type)} · {megabytes(file.size)}
    </span>
  )
}

import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'

/** A page of one of a receipt's files; pages count from 1. */
export type ShownPage = { file: ReceiptFile; page: number }

type PageSwitchProps = { files: ReceiptFile[]; shown: ShownPage; onChange: (shown: ShownPage) => void }

/** Chooses which file and page of a receipt to show. Nothing if there's only one. */
export function PageSwitch({ files, shown: { file, page }, onChange }: PageSwitchProps) {
  const pages = file.preview === 'image' ? (file.pages ?? 1) : 1
  if (files.length === 1 && pages === 1) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      {files.length > 1 && (
        <Select
          aria-label="File"
          className="min-w-40 flex-1"
          value={file._id}
          onChange={({ target }) =>
            onChange({ file: files.find(({ _id }) => _id === target.value)!, page: 1 })
          }
          options={files.map(({ _id, title }, index) => [_id, `${index + 1} of ${files.length}: ${title}`])}
        />
      )}
      {pages > 1 && (
        <div className="flex items-center text-sm">
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            disabled={page === 1}
            onClick={() => onChange({ file, page: page - 1 })}
          />
          <output className="figures">
            Page {page} of {pages}
          </output>
          <IconButton
            icon={ChevronRight}
            label="Next page"
            disabled={page >= pages}
            onClick={() => onChange({ file, page: page + 1 })}
          />
        </div>
      )}
    </div>
  )
}

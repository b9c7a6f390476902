import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { useState } from 'react'
import { Select } from '#ui/controls/select.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'

type FileSelectProps = {
  files: readonly ReceiptFile[]
  index: number
  /** Whether the file on screen has unsaved changes, which choosing another one discards. */
  hasChanges: boolean
  onSelect: (index: number) => void
}

/** Chooses which file of a receipt to show. */
export function FileSelect({ files, index, hasChanges, onSelect }: FileSelectProps) {
  const [chosen, setChosen] = useState(index)
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, () => onSelect(chosen))
  return (
    <>
      <label className="flex items-center gap-2">
        File
        <Select
          value={index}
          onChange={(event) => {
            const next = Number(event.target.value)
            if (!hasChanges) return onSelect(next)
            setChosen(next)
            requestClose()
          }}
          className="min-w-0 text-ink"
        >
          {files.map(({ _id, title }, position) => (
            <option key={_id} value={position}>
              {position + 1} of {files.length}: {title}
            </option>
          ))}
        </Select>
      </label>
      {confirmation}
    </>
  )
}

import { useState } from 'react'
import { Select } from '#ui/controls/select.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'

type FileSelectProps = {
  label: string
  /** Of the files, in order. */
  names: readonly string[]
  index: number
  /** Whether the file on screen has unsaved changes, which choosing another one discards. */
  hasChanges: boolean
  onSelect: (index: number) => void
}

export function FileSelect({ label, names, index, hasChanges, onSelect }: FileSelectProps) {
  const [chosen, setChosen] = useState(index)
  const { requestClose, confirmation } = useConfirmDiscard(hasChanges, () => onSelect(chosen))
  return (
    <>
      <label className="flex items-center gap-2">
        {label}
        <Select
          value={index}
          onChange={(event) => {
            const next = Number(event.target.value)
            if (!hasChanges) return onSelect(next)
            setChosen(next)
            requestClose()
          }}
          className="min-w-0 text-ink"
          options={names.map((name, position) => [position, name])}
        />
      </label>
      {confirmation}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { isUsable, tooManyPages } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'
import { setOneReceipt } from '../pending/store.ts'
import type { PendingFile } from '../pending/upload.ts'

/** Asks whether several files are pages of one receipt; by default each is its own (requirement 42). */
export function SeveralFiles({ files, isOne }: { files: readonly PendingFile[]; isOne: boolean }) {
  const { data: rules } = useQuery(uploadRules)
  const count = files.filter(isUsable).length
  const isTooMany = rules !== undefined && count > rules.maxFiles
  if (count < 2) return null
  const note = isTooMany
    ? tooManyPages(rules)
    : isOne
      ? 'We’ll save them together.'
      : `Otherwise we’ll save ${count} receipts.`
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <input
          type="checkbox"
          className="choice-box"
          aria-describedby="several-note"
          checked={isOne}
          disabled={isTooMany && !isOne}
          onChange={({ target }) => setOneReceipt(target.checked)}
        />
        These are pages of one receipt
      </label>
      <p id="several-note" className="text-sm text-soft">
        {note}
      </p>
    </div>
  )
}

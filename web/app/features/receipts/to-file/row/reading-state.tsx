import type { Draft } from '@docketbox/contract/receipts/schemas'
import { fileNameOf } from './row-values.ts'

/** The name of a draft's file, and whether it's being read or couldn't be. */
export function ReadingState({ draft }: { draft: Draft }) {
  const { state, fields } = draft.reading
  const isEmpty = !Object.values(fields ?? {}).some(Boolean)
  return (
    <div className="mt-1 text-xs text-soft">
      <span className="flex min-h-4 min-w-0 gap-2">
        <span className="min-w-0 truncate">{fileNameOf(draft)}</span>
        {state === 'waiting' && <span className="shrink-0">Reading…</span>}
      </span>
      <p aria-live="polite" className="font-semibold text-wattle-deep">
        {state === 'failed' &&
          (isEmpty
            ? 'We couldn’t read this. Please type in the details.'
            : 'We couldn’t read this again. Please check the details.')}
        {state === 'done' && isEmpty && 'We didn’t find any details. Please type them in.'}
      </p>
    </div>
  )
}

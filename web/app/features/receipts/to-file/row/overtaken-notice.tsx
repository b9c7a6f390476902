import type { Category } from '@docketbox/contract/categories/endpoints'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { RowEdit } from './row-values.ts'

type OvertakenNoticeProps = {
  overtaken: RowEdit
  categories: readonly Category[]
  onUse: (change: RowEdit) => void
  onKeepNewer: () => void
}

/** Offers what was entered here before a newer change on another device, which the row shows. */
export function OvertakenNotice({ overtaken, categories, onUse, onKeepNewer }: OvertakenNoticeProps) {
  if (Object.keys(overtaken).length === 0) return null
  return (
    <Notice tone="warning" role="alert" className="mt-2">
      <p>
        You’ve also changed this upload on another device. We’re showing what you entered there. On this
        device you entered:
      </p>
      <EnteredValues values={overtaken} categories={categories} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={() => onUse(overtaken)}>
          Use what I entered here
        </Button>
        <Button size="small" variant="quiet" onClick={onKeepNewer}>
          Keep the other device’s version
        </Button>
      </div>
    </Notice>
  )
}

type EnteredValuesProps = { values: RowEdit; categories: readonly Category[] }

/** Lists what was entered about an upload, by field. */
export function EnteredValues({ values, categories }: EnteredValuesProps) {
  const readable = (value?: string) => categories.find(({ _id }) => _id === value)?.name ?? value
  return (
    <ul className="mt-1">
      {Object.entries(values).map(([field, value]) => (
        <li key={field} className="wrap-anywhere">
          {field}: <strong>{readable(value) || 'nothing'}</strong>
        </li>
      ))}
    </ul>
  )
}

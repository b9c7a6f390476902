import type { AuditGroup } from '@docketbox/contract/admin/endpoints'
import { useCallback } from 'react'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import type { Narrowing } from './use-filter.ts'
import { groupWords } from './labels.ts'
import type { AuditFilter } from '../queries.ts'

type AuditFiltersProps = { filter: AuditFilter; onNarrow: (change: Narrowing) => void }

/** Narrows the audit log down to what was done, and to whoever did it or had it done to them. */
export function AuditFilters({ filter, onNarrow }: AuditFiltersProps) {
  const searchFor = useCallback((email: string) => onNarrow({ email }), [onNarrow])
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,16rem)_1fr]">
      <Select
        aria-label="What was done"
        value={filter.group}
        onChange={(event) => onNarrow({ group: event.target.value as AuditGroup | '' })}
      >
        <option value="">Everything</option>
        {Object.entries(groupWords).map(([group, words]) => (
          <option key={group} value={group}>
            {words}
          </option>
        ))}
      </Select>
      <SearchField label="Somebody’s whole email" text={filter.email} onText={searchFor} maxLength={254} />
    </div>
  )
}

import { useCallback } from 'react'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import type { AuditFilter } from '../queries.ts'
import { groupLabels } from './labels.ts'

type AuditFiltersProps = { filter: AuditFilter; onFilter: (change: Record<string, string>) => void }

/** Filters the audit log by kind of action, and by the person who did it or was affected. */
export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const searchFor = useCallback((email: string) => onFilter({ email }), [onFilter])
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,16rem)_1fr]">
      <Select
        aria-label="Action"
        value={filter.group}
        onChange={(event) => onFilter({ group: event.target.value })}
        placeholder="All actions"
        options={Object.entries(groupLabels)}
      />
      <SearchField label="Full email address" text={filter.email} onText={searchFor} />
    </div>
  )
}

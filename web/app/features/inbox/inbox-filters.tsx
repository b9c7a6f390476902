import { SearchField } from '#ui/fields/search-field.tsx'
import { Select } from '#ui/controls/select.tsx'

type InboxFiltersProps = {
  label: string
  search: string
  onSearch: (text: string) => void
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** Searches an inbox, and leaves out what's done. */
export function InboxFilters({ label, search, onSearch, isOpen, onOpen }: InboxFiltersProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,12rem)_1fr]">
      <Select
        aria-label="Status"
        value={isOpen ? 'open' : ''}
        onChange={(event) => onOpen(event.target.value === 'open')}
      >
        <option value="">All</option>
        <option value="open">Not done</option>
      </Select>
      <SearchField label={label} text={search} onText={onSearch} />
    </div>
  )
}

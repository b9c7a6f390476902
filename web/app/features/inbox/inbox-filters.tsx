import { FilterNotice } from '#ui/data/filter-notice.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import type { useInboxFilter } from './use-inbox-filter.ts'

type InboxFiltersProps = {
  inbox: ReturnType<typeof useInboxFilter>
  label: string
  /** What one of its items is called. */
  item: string
}

/** Searches an inbox, and leaves out what's done. */
export function InboxFilters({ inbox, label, item }: InboxFiltersProps) {
  const { search, isOpen, id } = inbox.filter
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,12rem)_1fr]">
        <Select
          aria-label="Status"
          value={isOpen ? 'open' : ''}
          onChange={({ target }) => inbox.setIsOpen(target.value === 'open')}
          placeholder="All"
          options={[['open', 'Not done']]}
        />
        <SearchField label={label} text={search} onText={inbox.setSearch} />
      </div>
      {id && <FilterNotice onClear={inbox.clearId}>Showing only one {item}.</FilterNotice>}
    </>
  )
}

import { sydneyDay } from '@docketbox/contract/core/dates'
import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import { dayUntil2100 } from '@docketbox/contract/core/schemas/fields'
import { paymentMethodLabels, paymentStateLabel, paymentStates } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useId, useState } from 'react'
import { FiltersButton } from '#ui/controls/filters-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { controlProps, FieldNotes } from '#ui/fields/field.tsx'
import { LabelledSelect } from '#ui/fields/labelled-select.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { paymentPlanNames } from '../queries.ts'
import type { AdminPaymentFilter } from './params.ts'
import { periodsAt } from './periods.ts'

type FieldsProps = {
  filter: AdminPaymentFilter
  onChange: (changes: Record<string, string>) => void
}
type FiltersProps = FieldsProps & { find: string; findProblem: string | undefined }

/** The search, with filters below that start open when any is set. */
export function PaymentFilters({ filter, find, findProblem, onChange }: FiltersProps) {
  const { find: _find, user: _user, ...others } = filter
  const count = Object.keys(others).length
  const [isOpen, setIsOpen] = useState(count > 0)
  const search = useCallback((text: string) => onChange({ find: text }), [onChange])
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2 *:first:grow *:first:basis-40 sm:gap-3">
        <SearchField
          label="Search by email, payment or invoice"
          text={find}
          onText={search}
          maxLength={MAX_LENGTH.email}
        />
        <FiltersButton count={count} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      </div>
      {findProblem && (
        <p className="text-sm text-soft" aria-live="polite">
          {findProblem}
        </p>
      )}
      {isOpen && <FilterFields filter={filter} onChange={onChange} />}
    </div>
  )
}

function FilterFields({ filter, onChange }: FieldsProps) {
  const { data: plans } = useQuery(paymentPlanNames)
  const { from = '', to = '', state = '', method = '', plan = '' } = filter
  const [today] = useState(() => sydneyDay(new Date()))
  const periods = periodsAt(today)
  const period = periods.find((period) => period.from === from && period.to === to)
  const names = new Set([...(plans?.names ?? []), ...(plan ? [plan] : [])])
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 md:grid-cols-3">
      <legend className="sr-only">Filters</legend>
      <LabelledSelect
        label="Period"
        className="max-md:col-span-2"
        value={period?.label ?? (from || to ? 'chosen' : '')}
        options={[
          ['', 'All time'],
          ...periods.map(({ label }) => [label, label] as const),
          ...(!period && (from || to) ? [['chosen', 'Custom'] as const] : []),
        ]}
        onChange={({ target }) => {
          const chosen = periods.find(({ label }) => label === target.value)
          onChange({ from: chosen?.from ?? '', to: chosen?.to ?? '' })
        }}
      />
      <DateFilter label="From" day={from} onDay={(day) => onChange({ from: day })} />
      <DateFilter
        label="To"
        day={to}
        onDay={(day) => onChange({ to: day })}
        error={to && from > to ? 'The period can’t end before it starts.' : undefined}
      />
      <LabelledSelect
        label="Status"
        className="max-md:col-span-2"
        value={state}
        options={[
          ['', 'All statuses'],
          ...(['received', ...paymentStates] as const).map(
            (state) => [state, paymentStateLabel(state)] as const,
          ),
        ]}
        onChange={({ target }) => onChange({ state: target.value })}
      />
      <LabelledSelect
        label="Method"
        value={method}
        options={[['', 'All methods'], ...Object.entries(paymentMethodLabels)]}
        onChange={({ target }) => onChange({ method: target.value })}
      />
      <LabelledSelect
        label="Plan"
        value={plan}
        options={[['', 'All plans'], ...[...names].map((name) => [name, name] as const)]}
        onChange={({ target }) => onChange({ plan: target.value })}
      />
    </fieldset>
  )
}

/** Years that are still being typed are earlier. */
const EARLIEST = '2000-01-01'

function problemIn(day: string): string | undefined {
  return day < EARLIEST ? undefined : dayUntil2100.safeParse(day).error?.issues[0]?.message
}

type DateFilterProps = {
  label: string
  day: string
  onDay: (day: string) => void
  error?: string | undefined
}

function DateFilter({ label, day, onDay, ...props }: DateFilterProps) {
  const id = useId()
  const [typed, setTyped] = useState(day)
  const [lastDay, setLastDay] = useState(day)
  if (lastDay !== day) {
    setLastDay(day)
    setTyped(day)
  }
  const error = problemIn(typed) ?? props.error
  return (
    <div className="grid grid-cols-1 gap-1 text-sm font-medium">
      <label htmlFor={id}>{label}</label>
      <Input
        {...controlProps(id, undefined, error)}
        type="date"
        className="max-sm:px-3 max-sm:text-[0.9375rem]"
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (value === '' || (value >= EARLIEST && !problemIn(value))) onDay(value)
        }}
      />
      <FieldNotes id={id} error={error} />
    </div>
  )
}

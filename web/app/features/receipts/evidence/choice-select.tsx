import { useId } from 'react'
import { Select } from '#ui/controls/select.tsx'

type ChoiceSelectProps = {
  label: string
  choices: readonly { value: string; name: string }[]
  /** Null until it's answered. */
  value: string | null
  disabled?: boolean
  onChange: (value: string) => void
}

/** A question that's saved as soon as it's answered. */
export function ChoiceSelect({ label, choices, value, disabled, onChange }: ChoiceSelectProps) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <Select
        id={id}
        value={value ?? ''}
        disabled={disabled}
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      >
        {value === null && <option value="">Choose an answer</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </Select>
    </div>
  )
}

import { Select } from '#ui/controls/select.tsx'
import { Field } from '#ui/fields/field.tsx'

type ChoiceSelectProps = {
  label: string
  hint?: string | undefined
  choices: readonly { value: string; name: string }[]
  /** Null until it's answered. */
  value: string | null
  disabled?: boolean
  onChange: (value: string) => void
}

/** A question that's saved as soon as it's answered. */
export function ChoiceSelect({ label, hint, choices, value, disabled, onChange }: ChoiceSelectProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select
          {...control}
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
      )}
    </Field>
  )
}

import type { ComponentProps } from 'react'
import { Select } from '#ui/controls/select.tsx'
import { Field } from '#ui/fields/field.tsx'

export type ChoiceSelectProps = Pick<
  ComponentProps<'select'>,
  'disabled' | 'onBlur' | 'onKeyDown' | 'onPointerDown'
> & {
  label: string
  hint?: string | undefined
  choices: readonly { value: string; name: string }[]
  /** Null until it's answered. */
  value: string | null
  onChange: (value: string) => void
}

/** Asks a question with a few answers. */
export function ChoiceSelect({ label, hint, choices, value, onChange, ...rest }: ChoiceSelectProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select
          {...control}
          {...rest}
          value={value ?? ''}
          onChange={({ target }) => target.value !== '' && onChange(target.value)}
          placeholder={value === null && 'Choose an answer'}
          options={choices.map((choice) => [choice.value, choice.name])}
        />
      )}
    </Field>
  )
}

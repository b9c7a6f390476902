import type { ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { controlProps, Field, FieldNotes, type FieldTexts, OptionalMark } from './field.tsx'
import { useFormField } from '#ui/forms/field-context.ts'
import { Select } from '#ui/controls/select.tsx'

export type Choice = { value: string; label: string; hint?: ReactNode; disabled?: boolean }

type SelectFieldProps = FieldTexts & {
  name: string
  choices: readonly Choice[]
  /** An empty option, selected until the user chooses. */
  placeholder?: string
  autoComplete?: string
  className?: string
}

/** A native select, because phones show it best. */
export function SelectField({ name, choices, placeholder, className, ...rest }: SelectFieldProps) {
  const { label, hint, optional, ...attributes } = rest
  const { id, error, registration } = useFormField(name)
  return (
    <Field {...{ id, label, hint, error, className, optional: optional ?? false }}>
      {(control) => (
        <Select
          aria-required={!optional}
          {...attributes}
          {...control}
          {...registration}
          placeholder={placeholder}
          options={choices.map(({ value, label, disabled }) => [value, label, disabled])}
        />
      )}
    </Field>
  )
}

type RadioFieldProps = FieldTexts & {
  name: string
  choices: readonly Choice[]
  /** In one row, for two or three short labels. */
  inline?: boolean
}

export function RadioField({ name, label, hint, optional, choices, inline }: RadioFieldProps) {
  const { id, error, registration } = useFormField(name)
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={controlProps(id, hint, error)['aria-describedby']}
      className="grid gap-2"
    >
      <legend className="mb-2 text-sm font-semibold">
        {label}
        {optional && <OptionalMark />}
      </legend>
      <div className={inline ? 'flex flex-wrap gap-2' : 'grid gap-2'}>
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className={classNames(
              'flex min-h-11 items-center gap-3 rounded-md border bg-sheet px-4 py-2 transition-colors duration-150',
              'has-checked:border-leaf has-checked:bg-leaf-tint has-disabled:opacity-55',
              error ? 'border-clay' : 'border-edge',
            )}
          >
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${choice.value}`}
              value={choice.value}
              disabled={choice.disabled}
              className="choice-box"
              {...registration}
            />
            <span>
              {choice.label}
              {choice.hint && <span className="block text-[0.8125rem] text-soft">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

export function CheckboxField({ name, label }: { name: string; label: ReactNode }) {
  const { id, error, registration } = useFormField(name)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-[0.9375rem]">
        <input
          type="checkbox"
          className="choice-box"
          {...controlProps(id, undefined, error)}
          {...registration}
        />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} error={error} />
    </div>
  )
}

import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import { useFormField } from '#ui/forms/field-context.ts'
import { Input, Textarea } from '#ui/controls/input.tsx'

type Common = FieldTexts & {
  /** The field's path in the form's values. */
  name: string
  className?: string
  placeholder?: string
  disabled?: boolean
  readOnly?: boolean
}

type TextFieldProps = Common & {
  type?: 'text' | 'email' | 'tel' | 'date' | 'search' | 'url'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel'
  maxLength?: number
  min?: string
  max?: string
  spellCheck?: boolean
}

/** One line of text. */
export function TextField({ name, label, hint, optional, className, ...rest }: TextFieldProps) {
  const { id, error, registration } = useFormField(name)
  return (
    <Field {...{ id, label, hint, error, className, optional: optional ?? false }}>
      {(control) => <Input aria-required={!optional} {...rest} {...control} {...registration} />}
    </Field>
  )
}

type NamedProps = Omit<Common, 'label'> & { label?: ReactNode }

export function EmailField({ label = 'Email', ...rest }: NamedProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      label={label}
      {...rest}
    />
  )
}

export function PhoneField({ label = 'Phone number', ...rest }: NamedProps) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" label={label} {...rest} />
}

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export function CodeField({ name }: { name: string }) {
  return (
    <TextField
      name={name}
      label="Code"
      autoComplete="one-time-code"
      spellCheck={false}
      hint="The six digits from your authenticator app, or a recovery code."
    />
  )
}

/** A day; the browser's own date picker. */
export function DateField(props: Common & { min?: string; max?: string; autoComplete?: string }) {
  return <TextField type="date" {...props} />
}

type TextAreaFieldProps = Common & { rows?: number; maxLength?: number }

/** Several lines of text. */
export function TextAreaField({ name, label, hint, optional, className, ...rest }: TextAreaFieldProps) {
  const { id, error, registration } = useFormField(name)
  return (
    <Field {...{ id, label, hint, error, className, optional: optional ?? false }}>
      {(control) => <Textarea aria-required={!optional} {...rest} {...control} {...registration} />}
    </Field>
  )
}

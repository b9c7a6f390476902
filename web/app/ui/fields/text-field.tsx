import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import { useFormField } from '#ui/forms/field-context.ts'
import { Input, Textarea } from '#ui/controls/input.tsx'

type Common = FieldTexts & {
  /** The path of the value in the form. */
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
  autoCapitalize?: 'none'
  spellCheck?: boolean
}

export function TextField({ name, label, hint, optional, className, ...rest }: TextFieldProps) {
  const { id, error, registration } = useFormField(name)
  return (
    <Field {...{ id, label, hint, error, className, optional: (optional && !rest.readOnly) ?? false }}>
      {(control) => <Input aria-required={!optional} {...rest} {...control} {...registration} />}
    </Field>
  )
}

export function NameField(props: Common & { autoComplete: 'given-name' | 'family-name' }) {
  return <TextField maxLength={MAX_LENGTH.personName} spellCheck={false} {...props} />
}

type NamedProps = Omit<Common, 'label'> & { label?: ReactNode }

/** The user's own email address, unless `autoComplete` is off. */
export function EmailField({ label = 'Email', ...rest }: NamedProps & { autoComplete?: 'off' }) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={MAX_LENGTH.email}
      spellCheck={false}
      label={label}
      {...rest}
    />
  )
}

export function PhoneField({ label = 'Phone number', ...rest }: NamedProps) {
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={MAX_LENGTH.phoneNumber}
      label={label}
      {...rest}
    />
  )
}

type CodeFieldProps = {
  name: string
  /** Whether a login with a passkey may count instead. */
  canSkip?: boolean
}

/** A second factor: a code from the authenticator app, or a recovery code. */
export function CodeField({ name, canSkip = false }: CodeFieldProps) {
  return (
    <TextField
      name={name}
      label="Code"
      autoComplete="one-time-code"
      spellCheck={false}
      optional={canSkip}
      hint={`The six digits from your authenticator app, or a recovery code.${canSkip ? ' You don’t need one within 15 minutes of logging in with a passkey.' : ''}`}
    />
  )
}

export function DateField(props: Common & { min?: string; max?: string; autoComplete?: string }) {
  return <TextField type="date" {...props} />
}

type TextAreaFieldProps = Common & { rows?: number; maxLength?: number; readOnly?: boolean }

export function TextAreaField({ name, label, hint, optional, className, ...rest }: TextAreaFieldProps) {
  const { id, error, registration } = useFormField(name)
  return (
    <Field {...{ id, label, hint, error, className, optional: optional ?? false }}>
      {(control) => <Textarea aria-required={!optional} {...rest} {...control} {...registration} />}
    </Field>
  )
}

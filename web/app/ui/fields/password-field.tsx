import { MIN_PASSWORD_LENGTH } from '@docketbox/contract/core/limits'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { Field, type FieldTexts } from './field.tsx'
import { useFormField } from '#ui/forms/field-context.ts'
import { Input } from '#ui/controls/input.tsx'

type PasswordFieldProps = Omit<FieldTexts, 'optional'> & {
  name: string
  autoComplete: 'current-password' | 'new-password' | 'off'
}

export function PasswordField({ name, label, hint, autoComplete }: PasswordFieldProps) {
  const { id, error, registration } = useFormField(name)
  const [isShown, setIsShown] = useState(false)
  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => (
        <div className="relative">
          <Input
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            className="pr-12"
            {...control}
            {...registration}
          />
          <IconButton
            label="Show password"
            aria-pressed={isShown}
            aria-controls={id}
            className="absolute inset-y-0 right-0"
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}

type NewPasswordFieldProps = { name: string; label: string; minLength?: number }

export function NewPasswordField({
  name,
  label,
  minLength = MIN_PASSWORD_LENGTH.User,
}: NewPasswordFieldProps) {
  return (
    <PasswordField
      name={name}
      label={label}
      autoComplete="new-password"
      hint={`At least ${minLength} characters. Tip: three or four random words are easy to remember.`}
    />
  )
}

import type { Security } from '@docketbox/contract/profile/endpoints'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

/** Asks once more who is there: the password, and the code of those who have an app for it. */
export function ProofFields({ security, label = 'Password' }: { security: Security; label?: string }) {
  return (
    <>
      {security.hasPassword && (
        <PasswordField name="password" label={label} autoComplete="current-password" />
      )}
      {security.secondFactor.hasApp && (
        <TextField
          name="secondFactor"
          label="Code"
          autoComplete="one-time-code"
          spellCheck={false}
          hint="Six digits from your authenticator app, or a recovery code."
        />
      )}
    </>
  )
}

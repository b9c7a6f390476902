import type { Security } from '@docketbox/contract/profile/endpoints'
import { z } from 'zod'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { CodeField } from '#ui/fields/text-field.tsx'

/** The form of `ProofFields`; which of them must be filled in is up to the server. */
export const proofForm = z.object({ password: z.string().optional(), secondFactor: z.string().optional() })
export type Proof = z.output<typeof proofForm>

/** The request body: empty fields are left out. */
export function proofBody({ password, secondFactor }: Proof) {
  return { ...(password && { password }), ...(secondFactor && { secondFactor }) }
}

/** Asks for the password again, and for a code from users with an authenticator app. */
export function ProofFields({ security, label = 'Password' }: { security: Security; label?: string }) {
  return (
    <>
      {security.hasPassword && (
        <PasswordField name="password" label={label} autoComplete="current-password" />
      )}
      {security.secondFactor.hasApp && <CodeField name="secondFactor" />}
    </>
  )
}

import type { Security } from '@docketbox/contract/profile/endpoints'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Button } from '#ui/controls/button.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { CodeField } from '#ui/fields/text-field.tsx'

/** The form of `ProofFields`; which of them must be filled in is up to the server. */
export const proofForm = z.object({ password: z.string().optional(), secondFactor: z.string().optional() })
export type Proof = z.output<typeof proofForm>

/** The request body: empty fields are left out. */
export function proofBody({ password, secondFactor }: Proof) {
  return { ...(password && { password }), ...(secondFactor && { secondFactor }) }
}

type ProofFieldsProps = {
  security: Security
  label?: string
  /** Between the two. */
  children?: ReactNode
}

/** Asks for the password again, and for a code from users with an authenticator app, who may also have a passkey. */
export function ProofFields({ security, label = 'Password', children }: ProofFieldsProps) {
  const { hasApp, passkeys } = security.secondFactor
  return (
    <>
      {security.hasPassword && (
        <PasswordField name="password" label={label} autoComplete="current-password" />
      )}
      {children}
      {hasApp && <CodeField name="secondFactor" canSkip={passkeys.length > 0} />}
    </>
  )
}

type ProofFormProps = {
  security: Security
  /** The form's accessible name. */
  label: string
  button: ReactNode
  busy: string
  variant?: 'primary' | 'danger'
  cancel?: string
  onProof: (proof: Proof) => Promise<unknown>
  onCancel: () => void
  children?: ReactNode
}

/** Confirms that it's the user before something is changed. */
export function ProofForm(props: ProofFormProps) {
  const { security, label, button, busy, variant, cancel = 'Cancel', onProof, onCancel, children } = props
  const form = useFormOf(proofForm)
  return (
    <Form form={form} onSubmit={onProof} label={label}>
      {children}
      <ProofFields security={security} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy} {...(variant && { variant })}>
          {button}
        </SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </Form>
  )
}

import { authRefusals } from '@docketbox/contract/auth/endpoints'
import { secondFactorCode, secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import { z } from 'zod'
import { TextField } from '#ui/fields/text-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const schema = z.object({ secondFactor: secondFactorCode.min(1, secondFactorRefusals.codeNeeded.message) })

type SecondStepProps = {
  onCode: (secondFactor: string) => Promise<unknown>
  onPasskey: (() => Promise<unknown>) | undefined
}

/** Two-step login after signing in with Google. */
export function SecondStep({ onCode, onPasskey }: SecondStepProps) {
  const form = useFormOf(schema)
  return (
    <div className="grid gap-6">
      <PageHeading>One more step</PageHeading>
      <Form form={form} onSubmit={({ secondFactor }) => onCode(secondFactor)} label="Two-step login">
        {onPasskey && <PasskeyButton onShow={onPasskey} />}
        <CodeField />
        <SubmitButton busy="Logging in…" wide size="large">
          Log in
        </SubmitButton>
      </Form>
    </div>
  )
}

export function CodeField() {
  return (
    <TextField
      name="secondFactor"
      label="Code"
      autoComplete="one-time-code"
      spellCheck={false}
      hint="The six digits from your authenticator app, or a recovery code."
    />
  )
}

/** Offers to reopen a closed account after signing in with Google. */
export function ReopenAccount({ onReopen }: { onReopen: () => void }) {
  return (
    <div className="grid gap-6">
      <PageHeading>Your account is closed</PageHeading>
      <p className="text-soft">{authRefusals.closed.message}</p>
      <Button wide size="large" onClick={onReopen}>
        Reopen my account
      </Button>
    </div>
  )
}

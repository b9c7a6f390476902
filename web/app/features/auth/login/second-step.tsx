import { secondFactorCode, secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import { useEffect } from 'react'
import { z } from 'zod'
import { CodeField } from '#ui/fields/text-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Page } from '#ui/layout/page.tsx'
import { BackToLogin } from '../back-to-login.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const schema = z.object({ secondFactor: secondFactorCode.min(1, secondFactorRefusals.codeNeeded.message) })

type SecondStepProps = {
  onCode: (secondFactor: string) => Promise<unknown>
  onPasskey: (() => Promise<unknown>) | undefined
}

/** Two-step login after signing in with Google. */
export function SecondStep({ onCode, onPasskey }: SecondStepProps) {
  const form = useFormOf(schema)
  const { setFocus } = form
  // Otherwise nothing is read out when this screen replaces the loading one.
  useEffect(() => setFocus('secondFactor'), [setFocus])
  return (
    <Page title="One more step">
      <Form form={form} onSubmit={({ secondFactor }) => onCode(secondFactor)} label="Two-step login">
        {onPasskey && <PasskeyButton onShow={onPasskey} />}
        <CodeField name="secondFactor" />
        <SubmitButton busy="Logging in…" wide size="large">
          Log in
        </SubmitButton>
      </Form>
      <BackToLogin />
    </Page>
  )
}

/** Offers to reopen a closed account after signing in with Google. */
export function ReopenAccount({ message, onReopen }: { message: string; onReopen: () => void }) {
  return (
    <Page title="Your account is closed">
      <Notice tone="warning" role="alert">
        {message}
      </Notice>
      <Button wide size="large" onClick={onReopen}>
        Reopen my account
      </Button>
      <BackToLogin />
    </Page>
  )
}

import { authTexts } from '@docketbox/contract/auth'
import { email } from '@docketbox/contract/person'
import { useState } from 'react'
import { z } from 'zod'
import { pageMeta } from '#platform/meta'
import { Form, SubmitButton, useFormOf } from '#ui/form'
import { Notice } from '#ui/notice'
import { PageHeading } from '#ui/page-heading'
import { TextLink } from '#ui/text-link'
import { EmailField } from '#ui/text-field'
import { askForReset } from './queries.ts'

export const meta = () => pageMeta({ title: 'Forgot password' })

const schema = z.object({ email })

export default function ForgetPasswordPage() {
  const form = useFormOf(schema)
  const [isSent, setIsSent] = useState(false)

  async function submit(values: { email: string }) {
    setIsSent(false)
    await askForReset(values.email)
    setIsSent(true)
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <PageHeading>Forgot your password?</PageHeading>
        <p className="text-soft">Enter your email and we send you a link to choose a new one.</p>
      </div>
      {isSent && (
        <Notice tone="success" role="alert">
          {authTexts.resetMailed}
        </Notice>
      )}
      <Form
        form={form}
        onSubmit={submit}
        sentenceFor={({ message }) => message || authTexts.notResetMailed}
        label="Forgot password"
      >
        <EmailField name="email" />
        <SubmitButton busy="Sending…" wide size="large">
          Send Reset Link
        </SubmitButton>
      </Form>
      <p className="text-center">
        <TextLink to="/login">Back to Login</TextLink>
      </p>
    </div>
  )
}

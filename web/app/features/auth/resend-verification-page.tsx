import { authRefusals, authTexts } from '@docketbox/contract/auth'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { pageMeta } from '#platform/meta'
import { Form, SubmitButton, useFormOf } from '#ui/form'
import { Notice } from '#ui/notice'
import { PageHeading } from '#ui/page-heading'
import { TextLink } from '#ui/text-link'
import { EmailField } from '#ui/text-field'
import { emailIn } from './navigation-state.ts'
import { resendVerification } from './queries.ts'

export const meta = () => pageMeta({ title: 'Resend verification' })

const schema = z.object({ email: z.string().trim().min(1, 'Please enter your email address.').max(254) })

export default function ResendVerificationPage() {
  const email = emailIn(useLocation().state)
  const form = useFormOf(schema, email === undefined ? undefined : { email })
  const [isSent, setIsSent] = useState(false)

  async function submit(values: { email: string }) {
    setIsSent(false)
    await resendVerification(values.email)
    setIsSent(true)
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <PageHeading>Resend verification</PageHeading>
        <p className="text-soft">We mail you a new link to verify your email.</p>
      </div>
      {isSent && (
        <Notice tone="success" role="alert">
          {authTexts.resent}
        </Notice>
      )}
      <Form
        form={form}
        onSubmit={submit}
        sentenceFor={({ status, message }) =>
          status === 404 ? authRefusals.emailNotFound.message : status === 429 ? message : authTexts.notResent
        }
        label="Resend verification"
      >
        <EmailField name="email" />
        <SubmitButton busy="Sending…" wide size="large">
          Resend Verification Email
        </SubmitButton>
      </Form>
      <p className="text-center">
        <TextLink to="/login">Back to Login</TextLink>
      </p>
    </div>
  )
}

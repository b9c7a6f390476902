import { useState } from 'react'
import type { ZodType } from 'zod'
import type { ApiError } from '#platform/api/error.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Page } from '#ui/layout/page.tsx'
import { BackToLogin } from './back-to-login.tsx'

type EmailLinkFormProps = {
  heading: string
  explanation: string
  /** The form's accessible name. */
  label: string
  button: string
  successMessage: string
  schema: ZodType<{ email: string }, { email: string }>
  /** Prefills the field. */
  email?: string | undefined
  onSubmit: (email: string) => Promise<unknown>
  messageFor: (error: ApiError) => string
}

export function EmailLinkForm(props: EmailLinkFormProps) {
  const { heading, explanation, label, button, successMessage, schema, email, onSubmit, messageFor } = props
  const form = useFormOf(schema, email === undefined ? undefined : { email })
  const [isSent, setIsSent] = useState(false)

  async function submit(values: { email: string }) {
    setIsSent(false)
    await onSubmit(values.email)
    setIsSent(true)
  }

  return (
    <Page title={heading} lead={explanation}>
      {isSent && (
        <Notice tone="success" role="alert">
          {successMessage}
        </Notice>
      )}
      <Form form={form} onSubmit={submit} sentenceFor={messageFor} label={label}>
        <EmailField name="email" />
        <SubmitButton busy="Sending…" wide size="large">
          {button}
        </SubmitButton>
      </Form>
      <BackToLogin />
    </Page>
  )
}

import { useState } from 'react'
import type { ZodType } from 'zod'
import type { ApiError } from '#platform/api/error.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'

type AskForLinkProps = {
  heading: string
  explanation: string
  /** What the form is called, for those who do not see it. */
  label: string
  button: string
  /** Said once the link is on its way. */
  sent: string
  schema: ZodType<{ email: string }, { email: string }>
  /** The address to begin with. */
  email?: string | undefined
  ask: (email: string) => Promise<unknown>
  sentenceFor: (error: ApiError) => string
}

/** A screen that has one thing to ask: where to mail a link. */
export function AskForLink(props: AskForLinkProps) {
  const { heading, explanation, label, button, sent, schema, email, ask, sentenceFor } = props
  const form = useFormOf(schema, email === undefined ? undefined : { email })
  const [isSent, setIsSent] = useState(false)

  async function submit(values: { email: string }) {
    setIsSent(false)
    await ask(values.email)
    setIsSent(true)
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <PageHeading>{heading}</PageHeading>
        <p className="text-soft">{explanation}</p>
      </div>
      {isSent && (
        <Notice tone="success" role="alert">
          {sent}
        </Notice>
      )}
      <Form form={form} onSubmit={submit} sentenceFor={sentenceFor} label={label}>
        <EmailField name="email" />
        <SubmitButton busy="Sending…" wide size="large">
          {button}
        </SubmitButton>
      </Form>
      <p className="text-center">
        <TextLink to="/login">Back to Login</TextLink>
      </p>
    </div>
  )
}

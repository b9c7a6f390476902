import { contactEndpoints, contactMessage, contactTexts } from '@docketbox/contract/contact/endpoints'
import { useState } from 'react'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { call } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { canBeCalled, learnPhoneNumbers } from '#platform/format/phone-numbers.ts'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EmailField, PhoneField, TextAreaField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TrapField } from '#ui/fields/honeypot-field.tsx'

const schema = contactMessage(canBeCalled)

/** Writes to us. */
export function ContactForm() {
  const form = useFormOf(schema)
  const [sent, setSent] = useState<{ by: string; warning: string | undefined }>()

  return (
    <Form
      form={form}
      label="Contact us"
      sentenceFor={sentenceFor}
      onSubmit={async (message) => {
        const { warning } = await call(contactEndpoints.send, { body: message }).catch(tellFailure)
        toast.success(contactTexts.sent)
        setSent({ by: message.email, warning })
        form.reset({ email: '', phoneNumber: '', feedback: '' })
      }}
    >
      {sent && <Notice tone="success">Thank you. We have sent a confirmation to {sent.by}.</Notice>}
      {sent?.warning && <Notice tone="warning">{sent.warning}</Notice>}
      <EmailField name="email" />
      <div onFocus={() => void learnPhoneNumbers()}>
        <PhoneField name="phoneNumber" label="Phone" hint="For example 0412 345 678." />
      </div>
      <TextAreaField name="feedback" label="Message" rows={5} maxLength={5000} />
      <TaxFileNumberWarning name="feedback" />
      <TrapField name="website" />
      <SubmitButton busy="Sending…" size="large">
        Send message
      </SubmitButton>
    </Form>
  )
}

/** In passing what went wrong; the form says the rest. */
function tellFailure(thrown: unknown): never {
  const isAnswer = thrown instanceof ApiError && thrown.status > 0
  toast.error(isAnswer ? contactTexts.failed : contactTexts.broken)
  throw thrown
}

function sentenceFor({ status, message }: ApiError): string {
  if (status === 0) return contactTexts.broken
  return status === 400 || status === 429 ? message : contactTexts.failed
}

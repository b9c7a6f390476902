import { contactEndpoints, contactMessage, contactTexts } from '@docketbox/contract/contact'
import { useState } from 'react'
import { type ApiError, call } from '#platform/api'
import { Form, SubmitButton, useFormOf } from '#ui/form'
import { Notice } from '#ui/notice'
import { EmailField, PhoneField, TextAreaField } from '#ui/text-field'
import { toast } from '#ui/toast'

// The server knows the numbering plans of the world and has the last word on phone numbers.
const schema = contactMessage(() => true)

/** Writes to us. */
export function ContactForm() {
  const form = useFormOf(schema)
  const [writtenBy, setWrittenBy] = useState<string>()

  return (
    <Form
      form={form}
      label="Contact us"
      sentenceFor={sentenceFor}
      onSubmit={async (message) => {
        await call(contactEndpoints.send, { body: message })
        toast.success(contactTexts.sent)
        setWrittenBy(message.email)
        form.reset({ email: '', phoneNumber: '', feedback: '' })
      }}
    >
      {writtenBy && <Notice tone="success">Thank you. We have sent a confirmation to {writtenBy}.</Notice>}
      <EmailField name="email" />
      <PhoneField name="phoneNumber" label="Phone" hint="For example 0412 345 678." />
      <TextAreaField name="feedback" label="Message" rows={5} maxLength={5000} />
      <Trap register={form.register('website')} />
      <SubmitButton busy="Sending…" size="large">
        Send message
      </SubmitButton>
    </Form>
  )
}

/** Out of sight and out of the keyboard's way: only programs fill it in. */
function Trap({ register }: { register: object }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px]">
      <label>
        Website
        <input tabIndex={-1} autoComplete="off" {...register} />
      </label>
    </div>
  )
}

function sentenceFor({ status, message }: ApiError): string {
  if (status === 0) return contactTexts.broken
  return status === 400 || status === 429 ? message : contactTexts.failed
}

import { contactEndpoints, contactMessage, contactTexts } from '@docketbox/contract/contact/endpoints'
import type { Output } from '@docketbox/contract/core/endpoint'
import { useEffect, useState } from 'react'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { call } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { isValidPhoneNumber, loadPhoneRules } from '#platform/format/phone-numbers.ts'
import { readSession } from '#platform/session/session.ts'
import { storedUserEmail, storedUserPhone } from '#platform/session/stored-user.ts'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EmailField, PhoneField, TextAreaField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { HoneypotField } from '#ui/fields/honeypot-field.tsx'

const schema = contactMessage(isValidPhoneNumber)

type Receipt = Output<typeof contactEndpoints.send> & { email: string }

export function ContactForm() {
  const form = useFormOf(schema)
  const [receipt, setReceipt] = useState<Receipt>()
  useEffect(() => {
    // Something may have been typed before hydration.
    for (const [field, value] of Object.entries(ownDetails()))
      if (value && !form.getValues(field as OwnField)) form.setValue(field as OwnField, value)
  }, [form])

  return (
    <LeaveGuard>
      <Form
        form={form}
        label="Contact us"
        sentenceFor={messageFor}
        onSubmit={async (message) => {
          setReceipt(undefined)
          const typed = form.getValues('feedback')
          // Whatever filled it in won't do so again.
          form.setValue('website', '')
          const response = await call(contactEndpoints.send, { body: message }).catch(toastAndRethrow)
          toast.success(contactTexts.sent)
          setReceipt({ ...response, email: message.email })
          // Unless more was typed while it was being sent.
          if (form.getValues('feedback') === typed) form.reset({ ...ownDetails(), feedback: '', website: '' })
        }}
      >
        {receipt && (
          <Notice tone="success">
            Thank you. {receipt.isConfirmed ? 'We’ve emailed a confirmation to' : 'We’ll reply to'}{' '}
            <span className="wrap-anywhere">{receipt.email}</span>.
          </Notice>
        )}
        {receipt?.warning && <Notice tone="warning">{receipt.warning}</Notice>}
        <EmailField name="email" />
        <div onFocus={() => void loadPhoneRules()}>
          <PhoneField name="phoneNumber" label="Phone" hint="For example, 0412 345 678." />
        </div>
        <TextAreaField name="feedback" label="Message" rows={5} />
        <TaxFileNumberWarning name="feedback" />
        <HoneypotField name="website" />
        <SubmitButton busy="Sending…" size="large">
          Send message
        </SubmitButton>
      </Form>
    </LeaveGuard>
  )
}

type OwnField = 'email' | 'phoneNumber'

/** Those of the user who's logged in. */
function ownDetails(): Record<OwnField, string> {
  if (!readSession()) return { email: '', phoneNumber: '' }
  return { email: storedUserEmail(), phoneNumber: storedUserPhone() }
}

function toastAndRethrow(error: unknown): never {
  const isRefusal = error instanceof ApiError && error.status > 0
  toast.error(isRefusal ? contactTexts.failed : contactTexts.broken)
  throw error
}

function messageFor({ status, message }: ApiError): string {
  if (status === 0) return contactTexts.broken
  return status === 400 || status === 429 ? message : contactTexts.failed
}

import { email } from '@docketbox/contract/core/people/contact-details'
import type { Security } from '@docketbox/contract/profile/endpoints'
import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { proofBody, ProofFields, proofForm } from './proof-fields.tsx'
import { cancelEmailChange, changeEmail } from '../queries.ts'

const schema = proofForm.extend({ email })

/** Changes the email, which takes effect once the link mailed to it is opened. */
export function EmailCard({ security }: { security: Security }) {
  const change = useMutation(changeEmail)
  const cancel = useMutation({
    ...cancelEmailChange,
    onSuccess: ({ message }) => toast.success(message),
    onError: toastError,
  })
  const form = useFormOf(schema)
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg">Email</h2>
        {security.hasGoogle && (
          <p className="text-soft">
            Your Google account is linked. Changing your email unlinks it, until you log in with a Google
            account that has the new email.
          </p>
        )}
      </div>
      {security.waitingEmail && (
        <>
          <Notice>
            We’ve emailed a link to <strong className="wrap-anywhere">{security.waitingEmail}</strong>. Your
            email changes once you open it and confirm.
          </Notice>
          <div>
            <Button
              variant="secondary"
              busy={cancel.isPending && 'Cancelling…'}
              onClick={() => cancel.mutate({})}
            >
              Cancel the change
            </Button>
          </div>
        </>
      )}
      <Form
        form={form}
        label="Change email"
        onSubmit={async ({ email, ...proof }) => {
          const { message } = await change.mutateAsync({ body: { email, ...proofBody(proof) } })
          toast.success(message)
          form.reset({ email: '', password: '', secondFactor: '' })
        }}
      >
        <EmailField name="email" label="New email" />
        <ProofFields security={security} />
        <SubmitButton busy="Sending…">Change email</SubmitButton>
      </Form>
    </Card>
  )
}

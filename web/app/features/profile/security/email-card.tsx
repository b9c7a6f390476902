import { email } from '@docketbox/contract/core/contact-details'
import type { Security } from '@docketbox/contract/profile/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { Card } from '#ui/layout/card.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ProofFields } from '../proof-fields.tsx'
import { changeEmail } from '../queries.ts'

const schema = z.object({ email, password: z.string().optional(), secondFactor: z.string().optional() })

/** Asks for another address; it counts once the link mailed to it was opened. */
export function EmailCard({ security }: { security: Security }) {
  const cache = useQueryClient()
  const form = useFormOf(schema)
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Email</h2>
      {security.waitingEmail && (
        <Notice>
          We sent a link to <strong className="wrap-anywhere">{security.waitingEmail}</strong>. Your email
          changes once you open it.
        </Notice>
      )}
      <Form
        form={form}
        label="Change email"
        onSubmit={async ({ email: address, password, secondFactor }) => {
          const proof = { ...(password && { password }), ...(secondFactor && { secondFactor }) }
          const { message } = await changeEmail({ email: address, ...proof })
          toast.success(message)
          form.reset({ email: '', password: '', secondFactor: '' })
          await cache.invalidateQueries({ queryKey: ['profile'] })
        }}
      >
        <EmailField name="email" label="New email" />
        <ProofFields security={security} />
        <SubmitButton busy="Sending…">Change email</SubmitButton>
      </Form>
    </Card>
  )
}

import { email } from '@docketbox/contract/core/people/contact-details'
import { administratorRole, type Invitation } from '@docketbox/contract/invitations/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Moment } from '#ui/data/moment.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Card } from '#ui/layout/card.tsx'
import { createInvitation, invitations, withdrawInvitation } from './queries.ts'

const schema = z.object({ email, role: administratorRole })
const statusLabels = { open: 'Open', used: 'Accepted', expired: 'Expired', withdrawn: 'Withdrawn' } as const

/** Invites administrators and lists the latest invitations. */
export function Invitations() {
  const form = useFormOf(schema, { email: '', role: 'Admin' })
  const list = useQuery(invitations)
  const invite = useMutation(createInvitation)

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Invitations</h2>
      <Form
        form={form}
        label="Invite an administrator"
        className="grid items-start gap-4 sm:grid-cols-[1fr_12rem_auto]"
        onSubmit={async (body) => {
          await invite.mutateAsync({ body })
          toast.success(`We’ve sent an invitation to ${body.email}.`)
          form.reset()
        }}
      >
        <EmailField name="email" autoComplete="off" />
        <SelectField
          name="role"
          label="Role"
          choices={administratorRole.options.map((role) => ({ value: role, label: role }))}
        />
        <div className="sm:pt-6.5">
          <SubmitButton busy="Inviting…">Invite</SubmitButton>
        </div>
      </Form>
      <QueryView
        query={list}
        loading={<Loading label="Loading invitations" blocks={['h-16']} />}
        error="We couldn’t load the invitations."
        isEmpty={({ docs }) => docs.length === 0}
      >
        {({ docs }) => (
          <ul className="grid divide-y divide-line">
            {docs.map((invitation) => (
              <InvitationRow key={invitation._id} invitation={invitation} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { _id, email: address, role, status, expiresAt } = invitation
  const withdraw = useMutation({ ...withdrawInvitation, onError: toastError })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{address}</p>
        <p className="text-sm text-soft">
          {role} · {statusLabels[status]}
          {status === 'open' && (
            <>
              , expires <Moment inSentence at={expiresAt} />
            </>
          )}
        </p>
      </div>
      {status === 'open' && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Withdraw the invitation for ${address}`}
          busy={withdraw.isPending && 'Withdrawing…'}
          onClick={() => withdraw.mutate({ params: { invitationId: _id } })}
        >
          Withdraw
        </Button>
      )}
    </li>
  )
}

import { administratorRole, type Invitation } from '@docketbox/contract/invitations/endpoints'
import { email } from '@docketbox/contract/core/contact-details'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { Button } from '#ui/forms/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { invitations, invite, withdrawInvitation } from './queries.ts'

const schema = z.object({ email, role: administratorRole })
const stateNames = { open: 'Open', used: 'Accepted', expired: 'Expired', withdrawn: 'Withdrawn' } as const

/** Invites administrators, and shows what became of the last invitations. */
export function Invitations() {
  const cache = useQueryClient()
  const form = useFormOf(schema, { email: '', role: 'Admin' })
  const { data, isError, isRefetching, refetch } = useQuery(invitations)
  const refresh = () => cache.invalidateQueries({ queryKey: invitations.queryKey })

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Invitations</h2>
      <Form
        form={form}
        label="Invite an administrator"
        className="grid items-start gap-4 sm:grid-cols-[1fr_12rem_auto]"
        onSubmit={async (values) => {
          await invite(values)
          toast.success(`We sent an invitation to ${values.email}.`)
          form.reset()
          await refresh()
        }}
      >
        <EmailField name="email" />
        <SelectField
          name="role"
          label="Role"
          choices={administratorRole.options.map((role) => ({ value: role, label: role }))}
        />
        <div className="sm:pt-6.5">
          <SubmitButton busy="Inviting…">Invite</SubmitButton>
        </div>
      </Form>
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          The invitations could not be loaded.
        </ErrorState>
      )}
      {!data && !isError && (
        <Loading label="Loading invitations">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {data && data.docs.length > 0 && (
        <ul className="grid divide-y divide-line">
          {data.docs.map((one) => (
            <InvitationRow key={one._id} invitation={one} onWithdrawn={refresh} />
          ))}
        </ul>
      )}
    </Card>
  )
}

type RowProps = { invitation: Invitation; onWithdrawn: () => Promise<void> }

function InvitationRow({ invitation, onWithdrawn }: RowProps) {
  const { _id, email: address, role, status, expiresAt } = invitation
  const withdraw = useMutation({
    mutationFn: withdrawInvitation,
    onError: ({ message }) => toast.error(message),
    onSettled: onWithdrawn,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{address}</p>
        <p className="text-sm text-soft">
          {role} · {stateNames[status]}
          {status === 'open' && (
            <>
              , ends <Moment at={expiresAt} />
            </>
          )}
        </p>
      </div>
      {status === 'open' && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Withdraw the invitation of ${address}`}
          busy={withdraw.isPending && 'Withdrawing…'}
          onClick={() => withdraw.mutate(_id)}
        >
          Withdraw
        </Button>
      )}
    </li>
  )
}

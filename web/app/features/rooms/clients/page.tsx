import { paths } from '@docketbox/contract/core/paths'
import { type Client, roomRefusals } from '@docketbox/contract/rooms/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { startGuestSession } from '#platform/session/guest-session.ts'
import { Button } from '#ui/controls/button.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { Dialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { clientList, enterAsClient } from '../queries.ts'
import { yearsText } from '../years.ts'

export const meta = () => pageMeta({ title: 'Shared with you' })

type SharedRoom = Client['rooms'][number]

/** Everyone who shares income years with this account. */
export default function ClientsPage() {
  const clients = useQuery(clientList)
  return (
    <Page
      title="Shared with you"
      lead="People who share their income years with you."
      back={{ to: paths.shares, label: 'Sharing' }}
    >
      <QueryView
        query={clients}
        loading={<Loading label="Loading clients" blocks={['h-24', 'h-24']} />}
        error="We couldn’t load what’s shared with you."
        isEmpty={({ docs }) => docs.length === 0}
        empty={
          <EmptyState title="No one has shared anything with you yet.">
            When someone invites you at this account’s email address, they’ll appear here.
          </EmptyState>
        }
      >
        {({ docs }) => (
          <ul className="grid gap-4">
            {docs.map((client) => (
              <li key={client._id}>
                <ClientCard client={client} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  )
}

function ClientCard({ client: { name, email, rooms } }: { client: Client }) {
  const [asking, setAsking] = useState<SharedRoom>()
  const { mutateAsync, isPending, variables } = useMutation(enterAsClient)

  async function open(room: SharedRoom, passcode?: string): Promise<void> {
    const { token } = await mutateAsync({ params: { roomId: room._id }, body: { passcode } })
    startGuestSession(token)
    // Reloads the page, so that nothing of this account is left in it.
    location.assign(paths.room)
  }

  return (
    <Card className="grid gap-3">
      <div>
        <h2 className="text-lg wrap-anywhere">{name}</h2>
        <p className="text-sm wrap-anywhere text-soft">{email}</p>
      </div>
      <ul className="grid divide-y divide-line">
        {rooms.map((room) => (
          <li key={room._id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="text-sm text-soft">
              {yearsText(room.years)} · until {formatDayUnbroken(room.until)}
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Open ${name}’s ${yearsText(room.years)} records`}
              busy={isPending && variables.params.roomId === room._id && 'Opening…'}
              onClick={() => (room.hasPasscode ? setAsking(room) : void open(room).catch(toastError))}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      {asking && (
        <PasscodeDialog
          name={name}
          onClose={() => setAsking(undefined)}
          onSubmit={(passcode) => open(asking, passcode)}
        />
      )}
    </Card>
  )
}

const schema = z.object({ passcode: z.string().min(1, roomRefusals.passcodeNeeded.message) })

type PasscodeDialogProps = {
  name: string
  onClose: () => void
  onSubmit: (passcode: string) => Promise<void>
}

function PasscodeDialog({ name, onClose, onSubmit }: PasscodeDialogProps) {
  const form = useFormOf(schema, { passcode: '' })
  return (
    <Dialog onClose={onClose} title="Enter the passcode" description={`If you don’t have it, ask ${name}.`}>
      <Form form={form} onSubmit={({ passcode }) => onSubmit(passcode)}>
        <PasswordField name="passcode" label="Passcode" autoComplete="off" />
        <DialogActions>
          <SubmitButton busy="Opening…">Open</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

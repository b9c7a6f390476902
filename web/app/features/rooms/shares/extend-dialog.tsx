import { defaultUntil } from '@docketbox/contract/rooms/period'
import type { Room } from '@docketbox/contract/rooms/schemas'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { formatDayUnbroken, todayInSydney } from '#platform/format/dates.ts'
import { toast } from '#ui/feedback/toast.ts'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { DialogActions } from '#ui/overlay/dialog.tsx'
import { CancelButton, FormDialog } from '#ui/overlay/form-dialog.tsx'
import { extendShare } from '../queries.ts'
import { lastDay, LastDayField } from './last-day-field.tsx'

const schema = z.object({ until: lastDay })

/** Asks until when a share lasts: 90 days from today, unless it lasts longer already. */
export function ExtendDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  const { _id, email, status } = room
  const form = useFormOf(schema, {
    until: [defaultUntil(todayInSydney()), room.until].toSorted().at(-1)!,
  })
  const { mutateAsync } = useMutation(extendShare)
  return (
    <FormDialog
      onClose={onClose}
      title="Extend access"
      description={email}
      form={form}
      about={_id}
      onSubmit={async ({ until }) => {
        await mutateAsync({ params: { roomId: _id }, body: { until } })
        toast.success(
          status === 'expired'
            ? `${email} has access until ${formatDayUnbroken(until)}. Send a new link if they need one.`
            : `${email} has access until ${formatDayUnbroken(until)}.`,
        )
        onClose()
      }}
    >
      <LastDayField />
      <DialogActions>
        <CancelButton />
        <SubmitButton busy="Saving…">Save</SubmitButton>
      </DialogActions>
    </FormDialog>
  )
}

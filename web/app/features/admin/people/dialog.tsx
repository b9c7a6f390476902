import { fullName } from '@docketbox/contract/core/people/full-name'
import { adminTexts, type Subscriber, type SubscriberRow } from '@docketbox/contract/admin/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import type { ApiError } from '#platform/api/error.ts'
import { longTime } from '#platform/format/dates.ts'
import { lastPlanDate, planDate } from '#platform/format/plan-dates.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Dialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { sayUnfinished, useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { setSuspended, subscriber } from '../queries.ts'
import { PeriodBadge, StatusBadge } from './badges.tsx'
import { PersonLinks } from './person-links.tsx'
import { Shares } from './shares.ts'

type PersonDialogProps = {
  person: Subscriber
  subscription?: Pick<SubscriberRow, 'planName' | 'currentPeriodStart' | 'currentPeriodEnd' | 'period'>
  onClose: () => void
}

/** A person's details and plan; suspends or unsuspends them after a confirmation. */
export function PersonDialog({ person: listed, subscription, onClose }: PersonDialogProps) {
  const { data } = useQuery(subscriber(listed._id))
  // Another administrator may have suspended them since they were listed.
  const person = data?.user ?? listed
  // Stays the same if their status changes meanwhile.
  const [question, setQuestion] = useState<'suspend' | 'unsuspend'>()
  const form = useFormOf(suspensionForm, { reason: '' })
  const { isDirty, isSubmitting } = form.formState
  const { requestClose, confirmation } = useConfirmDiscard(isDirty, onClose, isSubmitting)
  return (
    <Dialog onClose={requestClose} title={fullName(person)} description={person.email}>
      <dl
        className={classNames(
          'grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 text-[0.9375rem]',
          question && 'max-sm:hidden',
        )}
      >
        <Detail label="Username">{person.username}</Detail>
        <Detail label="Phone">{person.phoneNumber || '—'}</Detail>
        <Detail label="Role">{person.role}</Detail>
        <Detail label="Status">
          <StatusBadge status={person.status} />
        </Detail>
        {person.suspendedReason && <Detail label="Reason">{person.suspendedReason}</Detail>}
        <Detail label="Joined">{longTime(person.createdAt)}</Detail>
        {subscription && <SubscriptionDetails userId={person._id} row={subscription} />}
        <Detail label="Shares">
          <Shares userId={person._id} />
        </Detail>
        <Detail label="See also">
          <PersonLinks person={person} />
        </Detail>
      </dl>
      {question ? (
        <SuspensionForm
          form={form}
          person={person}
          isSuspending={question === 'suspend'}
          onDone={onClose}
          onCancel={() => {
            if (isSubmitting) return sayUnfinished()
            form.reset()
            setQuestion(undefined)
          }}
        />
      ) : (
        canChangeStatus(person) && (
          <div className="mt-6 flex justify-end">
            <Button
              variant={person.isSuspended ? 'primary' : 'danger'}
              onClick={() => setQuestion(person.isSuspended ? 'unsuspend' : 'suspend')}
            >
              {person.isSuspended ? 'Unsuspend' : 'Suspend'}
            </Button>
          </div>
        )
      )}
      {confirmation}
    </Dialog>
  )
}

/** Only the command line suspends a Super Admin. A closed account can’t be reopened while it’s suspended. */
function canChangeStatus({ role, status, isSuspended }: Subscriber): boolean {
  return role !== 'Super Admin' && (isSuspended || status !== 'closed')
}

type SubscriptionDetailsProps = { userId: string; row: NonNullable<PersonDialogProps['subscription']> }

/** The row of the list until the details arrive, which also have the paid months that come next. */
function SubscriptionDetails({ userId, row }: SubscriptionDetailsProps) {
  const { data } = useQuery(subscriber(userId))
  const { planName, period, currentPeriodStart: start, currentPeriodEnd: end } = data ?? row
  return (
    <>
      <Detail label="Plan">
        {planName ?? 'No plan'} {period && <PeriodBadge period={period} />}
      </Detail>
      <Detail label="Start">{start ? planDate(start) : '—'}</Detail>
      <Detail label="End">{end ? lastPlanDate(end) : '—'}</Detail>
      {data?.unpaidRenewal && (
        <Detail label="Renewal">{data.unpaidRenewal.planName}: not paid yet, but we’re still trying</Detail>
      )}
      {data?.upcoming && (
        <Detail label="Next">
          {data.upcoming.planName}, {planDate(data.upcoming.startsAt)} to {lastPlanDate(data.upcoming.endsAt)}
        </Detail>
      )}
    </>
  )
}

const suspensionForm = z.object({ reason: z.string().trim() })
type Suspension = z.output<typeof suspensionForm>

type SuspensionFormProps = {
  form: ReturnType<typeof useFormOf<Suspension, Suspension>>
  person: Subscriber
  isSuspending: boolean
  onDone: () => void
  onCancel: () => void
}

function SuspensionForm({ form, person, isSuspending, onDone, onCancel }: SuspensionFormProps) {
  const setStatus = useMutation(setSuspended)

  const handleSubmit = async ({ reason }: Suspension) => {
    const { message } = await setStatus.mutateAsync({
      params: { userId: person._id },
      body: { isSuspended: isSuspending, ...(reason && { reason }) },
    })
    toast.success(message)
    onDone()
  }

  return (
    <Form
      form={form}
      onSubmit={handleSubmit}
      sentenceFor={messageOf}
      label="Suspension"
      about={person._id}
      className="mt-6 grid gap-4 rounded-lg border border-line p-4"
    >
      <p className="font-medium">
        {isSuspending
          ? `Suspend ${fullName(person)}? They’ll be logged out everywhere straight away.`
          : `Let ${fullName(person)} log in again?`}
        {person.role === 'User' &&
          (isSuspending
            ? ' We keep their receipts and cancel their subscription at the end of the paid period.'
            : ' Cancelled plans stay cancelled unless they resume them.')}
      </p>
      {isSuspending && <TextAreaField name="reason" label="Reason for the audit log" optional />}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton
          variant={isSuspending ? 'danger' : 'primary'}
          busy={isSuspending ? 'Suspending…' : 'Unsuspending…'}
        >
          {isSuspending ? 'Suspend' : 'Unsuspend'}
        </SubmitButton>
      </DialogActions>
    </Form>
  )
}

function messageOf(error: ApiError): string {
  return error.status < 500 ? error.message : adminTexts.notUpdated
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}

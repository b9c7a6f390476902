import { adminTexts, type Subscriber, type SubscriberRow } from '@docketbox/contract/admin/endpoints'
import { type ReactNode, useId, useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { exactTime } from '#platform/format/dates.ts'
import { Button } from '#ui/forms/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Textarea } from '#ui/fields/input.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { fullName, PeriodMark, StatusMark } from './badges.tsx'
import { useSetStatus } from '../queries.ts'

type SubscriberDialogProps = {
  person: Subscriber
  subscription?: Pick<SubscriberRow, 'planName' | 'currentPeriodStart' | 'currentPeriodEnd' | 'period'>
  onClose: () => void
}

/** One person: who they are, what they have, and the way to suspend them, which asks once more. */
export function SubscriberDialog({ person, subscription, onClose }: SubscriberDialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={fullName(person)}
      description={person.email}
    >
      <dl
        className={classNames(
          'grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 text-[0.9375rem]',
          isAsking && 'max-sm:hidden',
        )}
      >
        <Fact label="Username">{person.username}</Fact>
        <Fact label="Phone">{person.phoneNumber || '—'}</Fact>
        <Fact label="Role">{person.role}</Fact>
        <Fact label="Status">
          <StatusMark status={person.status} />
        </Fact>
        {person.suspendedReason && <Fact label="Reason">{person.suspendedReason}</Fact>}
        <Fact label="Joined">{exactTime(person.createdAt)}</Fact>
        {subscription && (
          <>
            <Fact label="Plan">
              {subscription.planName ?? 'No plan'}{' '}
              {subscription.period && <PeriodMark period={subscription.period} />}
            </Fact>
            <Fact label="Start">{instant(subscription.currentPeriodStart)}</Fact>
            <Fact label="End">{instant(subscription.currentPeriodEnd)}</Fact>
          </>
        )}
      </dl>
      {isAsking ? (
        <StatusQuestion person={person} onDone={onClose} onCancel={() => setIsAsking(false)} />
      ) : (
        person.status !== 'closed' && (
          <div className="mt-6 flex justify-end">
            <Button variant={person.isSuspended ? 'primary' : 'danger'} onClick={() => setIsAsking(true)}>
              {person.isSuspended ? 'Unsuspend' : 'Suspend'}
            </Button>
          </div>
        )
      )}
    </Dialog>
  )
}

function StatusQuestion(props: { person: Subscriber; onDone: () => void; onCancel: () => void }) {
  const { person, onDone, onCancel } = props
  const setStatus = useSetStatus()
  const [reason, setReason] = useState('')
  const reasonId = useId()
  const isSuspending = !person.isSuspended

  const confirm = () =>
    setStatus.mutate(
      { userId: person._id, isSuspended: isSuspending, reason: reason.trim() },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onDone()
        },
      },
    )

  return (
    <div className="mt-6 grid gap-4 rounded-lg border border-line p-4">
      <p className="font-medium">
        {isSuspending
          ? `Suspend ${fullName(person)}? They are signed out everywhere at once. Their receipts are kept, and a plan that renews ends with what is paid.`
          : `Let ${fullName(person)} sign in again? A plan that was told to end goes on only if they say so themselves.`}
      </p>
      {isSuspending && (
        <div className="grid gap-2">
          <label htmlFor={reasonId} className="text-sm font-semibold">
            Reason <span className="font-normal text-soft">(for the audit log)</span>
          </label>
          <Textarea
            id={reasonId}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
      {setStatus.isError && (
        <Notice tone="danger" role="alert">
          {sentence(setStatus.error)}
        </Notice>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant={isSuspending ? 'danger' : 'primary'}
          busy={setStatus.isPending && (isSuspending ? 'Suspending…' : 'Unsuspending…')}
          onClick={confirm}
        >
          {isSuspending ? 'Suspend' : 'Unsuspend'}
        </Button>
      </div>
    </div>
  )
}

function sentence(error: Error): string {
  return error instanceof ApiError && error.status < 500 ? error.message : adminTexts.notUpdated
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}

function instant(at: string | null): string {
  return at ? exactTime(at) : '—'
}

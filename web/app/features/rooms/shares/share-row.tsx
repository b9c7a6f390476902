import { receiptCount } from '@docketbox/contract/core/counts'
import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import type { Note, Room } from '@docketbox/contract/rooms/schemas'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Eye, Send, UserX } from 'lucide-react'
import { useState } from 'react'
import { formatDayUnbroken, plainDate } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo, toast, toastError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { restoreShare, revokeShare, roomNotes, sendLink, shares } from '../queries.ts'
import { yearsText } from '../years.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { GuestLogDialog } from './guest-log-dialog.tsx'

const statuses = {
  active: { label: 'Active', tone: 'leaf' },
  expired: { label: 'Expired', tone: 'plain' },
  revoked: { label: 'Revoked', tone: 'clay' },
} as const

/** One share: with whom, of what, until when, and the ways to end it. */
export function ShareRow({ room }: { room: Room }) {
  const { _id, email, years, until, withOriginals, hasPasscode, status, lastAccessAt } = room
  const { data: all } = useQuery(shares)
  const { data: notes } = useQuery(roomNotes({}))
  const reviewed = reviewedText(notes?.docs.filter(({ room }) => room === _id) ?? [])
  const [isListing, setIsListing] = useState(false)
  const [isExtending, setIsExtending] = useState(false)
  const params = { params: { roomId: _id } }
  const restore = useMutation(restoreShare)
  const revoke = useMutation(revokeShare)
  const handleRevoke = () =>
    attemptChange(async () => {
      await revoke.mutateAsync(params)
      offerUndo(
        revokedText(room, all?.docs ?? []),
        () => restore.mutateAsync(params),
        'Access restored. Send a new link if they need one.',
      )
    })
  // Not callbacks of `mutate`: the screen may have been left by then.
  const send = useMutation({
    ...sendLink,
    onError: toastError,
    // Without the address: theirs may have changed, and it's theirs to tell.
    onSuccess: () => toast.success('We’ve sent them a new link.'),
  })

  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">{email}</h2>
          <p className="text-sm text-soft">
            {yearsText(years)} · until {formatDayUnbroken(until)}
          </p>
        </div>
        <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
      </div>
      <p className="text-sm text-soft">
        {withOriginals ? 'Can download original files' : 'Can’t download original files'}
        {hasPasscode && ' · needs a passcode'} ·{' '}
        {lastAccessAt ? (
          <>
            last visit <Moment inSentence at={lastAccessAt} />
          </>
        ) : (
          'not opened yet'
        )}
      </p>
      {reviewed && <p className="text-sm text-soft">{reviewed}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" icon={Eye} onClick={() => setIsListing(true)}>
          What they opened
        </Button>
        {status !== 'revoked' && (
          <Button variant="secondary" size="small" icon={CalendarPlus} onClick={() => setIsExtending(true)}>
            Extend
          </Button>
        )}
        {status === 'active' && (
          <>
            <Button
              variant="secondary"
              size="small"
              icon={Send}
              busy={send.isPending && 'Sending…'}
              onClick={() => send.mutate(params)}
            >
              Send a new link
            </Button>
            <Button
              variant="secondary"
              size="small"
              icon={UserX}
              busy={revoke.isPending && 'Revoking…'}
              onClick={handleRevoke}
            >
              Revoke access
            </Button>
          </>
        )}
      </div>
      {isExtending && <ExtendDialog room={room} onClose={() => setIsExtending(false)} />}
      {isListing && <GuestLogDialog room={room} onClose={() => setIsListing(false)} />}
    </Card>
  )
}

/** Someone may have several shares, even of the same year. */
function revokedText({ _id, email }: Room, all: readonly Room[]): string {
  const others = all.filter(
    (other) => other._id !== _id && other.email === email && other.status === 'active',
  )
  if (others.length === 0) return `${email} no longer has access.`
  const years = [...new Set(others.flatMap((other) => other.years))].toSorted()
  return `This share has ended. ${email} still has access to ${yearsText(years)}, which you’ve shared separately.`
}

/**
 * `They’ve marked 12 receipts as reviewed. 1 receipt has changed since. They reviewed the year 2025–26 on 3 Nov 2026.` Changes to
 * a whole year aren't tracked, so it says when that was.
 */
function reviewedText(notes: readonly Note[]): string {
  const marks = notes.filter(({ kind }) => kind === 'reviewed')
  const receipts = marks.filter(({ receipt }) => receipt !== null)
  const changed = receipts.filter(({ hasChanged }) => hasChanged).length
  const years = marks
    .filter(({ receipt }) => receipt === null)
    .toSorted((one, other) => (one.incomeYear < other.incomeYear ? -1 : 1))
    .map(({ incomeYear, createdAt }) => `the year ${formatIncomeYear(incomeYear)} on ${plainDate(createdAt)}`)
  return [
    ...(receipts.length > 0 ? [`They’ve marked ${receiptCount(receipts.length)} as reviewed.`] : []),
    ...(changed > 0 ? [`${receiptCount(changed)} ${changed === 1 ? 'has' : 'have'} changed since.`] : []),
    ...(years.length > 0 ? [`They reviewed ${new Intl.ListFormat('en-AU').format(years)}.`] : []),
  ].join(' ')
}

import { formatLabel } from '@docketbox/contract/receipts/deduction-labels'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { removeNote } from '../queries.ts'

const nouns: Record<Note['kind'], string> = {
  request: 'question',
  comment: 'comment',
  label: 'proposed label',
  reviewed: 'mark',
}

type NoteItemProps = {
  note: Note
  /** Who looks at it. */
  side: Note['author']
  /** Whether its share has ended, so that it can't be answered. */
  hasEnded?: boolean
  /** What it's about, above its text. */
  subject?: ReactNode
  /** A link to the receipt that answers it, unless it can't be opened. */
  answerLink?: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
}

/** A question, comment or proposed label, with its answer. */
export function NoteItem({ note, side, hasEnded = false, subject, answerLink, actions }: NoteItemProps) {
  const { _id, kind, author, email, text, label, createdAt } = note
  const { answeredAt, answer, answerReceipt, isAccepted } = note
  const remove = useMutation({ ...removeNote, onError: toastError })
  const [isDeleting, setIsDeleting] = useState(false)
  const hasReceipt = answerReceipt !== null || answer === null
  const isOwn = author === side
  return (
    <li className="grid grid-cols-1 gap-1.5 rounded-md border border-line bg-paper px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="grow basis-32 text-sm text-soft">
          <span className="font-semibold text-ink wrap-anywhere">
            {isOwn ? 'You' : author === 'guest' ? email : 'Your client'}
          </span>{' '}
          <Moment inSentence at={createdAt} />
        </p>
        {kind === 'request' && (
          <Badge tone={answeredAt ? 'leaf' : hasEnded ? 'plain' : 'wattle'}>
            {answeredAt ? 'Answered' : hasEnded ? 'Not answered' : 'Waiting for an answer'}
          </Badge>
        )}
        {isOwn && !answeredAt && (
          <IconButton
            icon={Trash2}
            iconClassName="size-4.5"
            label={`Delete your ${nouns[kind]}`}
            className="-my-2 -mr-2"
            disabled={remove.isPending}
            onClick={() => setIsDeleting(true)}
          />
        )}
      </div>
      {subject}
      <p className="wrap-anywhere whitespace-pre-line">
        {label ? (
          <>
            Proposed label: <strong>{formatLabel(label)}</strong>
          </>
        ) : (
          text
        )}
      </p>
      {answeredAt && (
        <p className="border-l-2 border-leaf pl-3 wrap-anywhere whitespace-pre-line">
          {kind === 'label' ? (
            isAccepted ? (
              'Accepted.'
            ) : (
              'Declined.'
            )
          ) : (
            <>
              {answer}
              {answer !== null && answerReceipt && '\n'}
              {answerLink ? <>Added a receipt: {answerLink}</> : hasReceipt && 'Added a receipt.'}
            </>
          )}
        </p>
      )}
      {actions}
      <AlertDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete your ${nouns[kind]}?`}
        confirm="Delete"
        onConfirm={() => {
          setIsDeleting(false)
          remove.mutate({ params: { noteId: _id } })
        }}
      >
        You can’t undo this.
      </AlertDialog>
    </li>
  )
}

import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import type { Note, Room } from '@docketbox/contract/rooms/schemas'
import type { UseQueryResult } from '@tanstack/react-query'
import { Reply } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { ReviewState } from '#features/receipts'
import { Button } from '#ui/controls/button.tsx'
import { LoadError } from '#ui/data/load-error.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { NoteItem } from '../notes/item.tsx'
import { AnswerDialog } from './answering/answer-dialog.tsx'
import { LabelDecision } from './label-decision.tsx'
import { ReplyDialog } from './reply-dialog.tsx'

/** How many of those that don't wait for an answer are shown at first, and are added each time. */
const SHOWN = 30

type QuestionsProps = { query: UseQueryResult<{ docs: Note[] }>; rooms: Room[] }

/** What accountants ask and write: first what waits for an answer. Nothing if there's none. */
export function Questions({ query, rooms }: QuestionsProps) {
  const [answering, setAnswering] = useState<Note>()
  const [replying, setReplying] = useState<Note>()
  const [shownCount, setShownCount] = useState(SHOWN)
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const isTarget = hash === '#questions'
  const isRestored = useNavigationType() === 'POP'
  useEffect(() => {
    // Going back restores how far the page was scrolled; a link in an email isn't a way back.
    if (isTarget && !(isRestored && window.scrollY > 0)) section.current?.scrollIntoView()
  }, [isTarget, isRestored])
  const notes = (query.data?.docs ?? []).filter(({ kind }) => kind !== 'reviewed')
  if (notes.length === 0)
    return <LoadError query={query}>We couldn’t load your accountant’s questions.</LoadError>
  const isActive = (note: Note) => rooms.some(({ _id, status }) => _id === note.room && status === 'active')
  const isWaiting = (note: Note) =>
    ['request', 'label'].includes(note.kind) && !note.answeredAt && isActive(note)
  const others = notes.filter((note) => !isWaiting(note))
  const shown = [...notes.filter(isWaiting), ...others.slice(0, shownCount)]
  return (
    <section ref={section} aria-labelledby="questions" className="grid grid-cols-1 gap-3">
      <h2 id="questions" className="text-lg">
        Questions and comments
      </h2>
      <ul className="grid gap-3">
        {shown.map((note) => (
          <NoteItem
            key={note._id}
            note={note}
            side="owner"
            hasEnded={!isActive(note)}
            subject={<Subject note={note} />}
            answerLink={
              note.answerReceipt && <ReceiptLink id={note.answerReceipt} title={note.answerReceiptTitle} />
            }
            actions={
              isWaiting(note) && note.kind === 'label' ? (
                <LabelDecision note={note} />
              ) : isWaiting(note) ? (
                <div>
                  <Button size="small" onClick={() => setAnswering(note)}>
                    Answer
                  </Button>
                </div>
              ) : (
                note.author === 'guest' &&
                isActive(note) && (
                  <div>
                    <Button variant="secondary" size="small" icon={Reply} onClick={() => setReplying(note)}>
                      Reply
                    </Button>
                  </div>
                )
              )
            }
          />
        ))}
      </ul>
      {others.length > shownCount && (
        <div>
          <Button variant="secondary" onClick={() => setShownCount(shownCount + SHOWN)}>
            Show older
          </Button>
        </div>
      )}
      {answering && (
        <AnswerDialog
          note={answering}
          years={rooms.find(({ _id }) => _id === answering.room)?.years ?? []}
          onClose={() => setAnswering(undefined)}
        />
      )}
      {replying && <ReplyDialog note={replying} onClose={() => setReplying(undefined)} />}
    </section>
  )
}

function Subject({ note: { receipt, receiptTitle, incomeYear } }: { note: Note }) {
  return (
    <p className="text-sm">
      {receipt ? <ReceiptLink id={receipt} title={receiptTitle} /> : `About ${formatIncomeYear(incomeYear)}`}
    </p>
  )
}

function ReceiptLink({ id, title }: { id: string; title: string | null }) {
  return (
    <TextLink to={paths.review(id)} state={{ from: paths.shares } satisfies ReviewState}>
      {title}
    </TextLink>
  )
}

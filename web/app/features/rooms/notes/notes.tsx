import { type Note, noteText } from '@docketbox/contract/rooms/schemas'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { TaxFileNumberWarning } from '#features/tax-file-numbers'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { RadioField } from '#ui/fields/choice-fields.tsx'
import { TextAreaField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import type { Opened } from '../dialog-entry.ts'
import { roomNotes, useAddNote } from '../queries.ts'
import { NoteItem } from './item.tsx'

type About = { receipt: string } | { incomeYear: string }

const schema = z.object({ kind: z.enum(['request', 'comment']), text: noteText })

/**
 * A guest's questions and comments about a receipt, or a year and its receipts, the oldest first, and a form to add one.
 * @param isShown whether they're on screen: who has read an answer isn't emailed about it.
 */
export function Notes({ about, isShown = true }: { about: About; isShown?: boolean }) {
  const query = useQuery({
    ...roomNotes({ ...about, ...(isShown && { read: 'true' }) }),
    placeholderData: keepPreviousData,
  })
  const form = useFormOf(schema, { kind: 'request', text: '' })
  const { mutateAsync } = useAddNote()
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueryView
        query={query}
        loading={<Loading label="Loading questions" blocks={['h-10']} />}
        error="We couldn’t load the questions and comments."
      >
        {({ docs }) => {
          const shown = docs.filter(({ kind }) => kind !== 'reviewed').toReversed()
          return shown.length === 0 ? null : (
            <ul className="grid gap-3">
              {shown.map((note) => (
                <NoteItem
                  key={note._id}
                  note={note}
                  side="guest"
                  {...('incomeYear' in about && linksOf(note))}
                />
              ))}
            </ul>
          )
        }}
      </QueryView>
      <Form
        form={form}
        label={'receipt' in about ? 'Comment on this receipt' : 'Comment on this year'}
        about={'receipt' in about ? about.receipt : about.incomeYear}
        className="grid gap-3 print:hidden"
        onSubmit={async ({ kind, text }) => {
          const typed = form.getValues('text')
          await mutateAsync({ body: { kind, about, text } })
          toast.success(kind === 'request' ? 'Question sent.' : 'Comment added.')
          // Unless more was typed while it was being sent.
          if (form.getValues('text') === typed) form.reset({ kind, text: '' })
        }}
      >
        <RadioField
          inline
          name="kind"
          label="What would you like to do?"
          choices={[
            { value: 'request', label: 'Ask a question' },
            { value: 'comment', label: 'Comment' },
          ]}
        />
        <TextAreaField
          name="text"
          label="Your message"
          rows={2}
          placeholder="For example, “Which vehicle is this for?”"
        />
        <TaxFileNumberWarning name="text" />
        <div>
          <SubmitButton busy="Sending…">Send</SubmitButton>
        </div>
      </Form>
    </div>
  )
}

function linksOf({ receipt, receiptTitle, answerReceipt, answerReceiptTitle, incomeYear }: Note) {
  const linkTo = (id: string, title: string | null) => {
    const params = new URLSearchParams({ year: incomeYear, tab: 'receipts', receipt: id })
    return (
      <TextLink to={`?${params}`} state={{ isOpened: true } satisfies Opened}>
        {title}
      </TextLink>
    )
  }
  return {
    subject: receipt && <p className="text-sm">{linkTo(receipt, receiptTitle)}</p>,
    answerLink: answerReceipt && linkTo(answerReceipt, answerReceiptTitle),
  }
}

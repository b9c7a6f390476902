import {
  type DeductionLabel,
  deductionLabel,
  deductionLabels,
  formatLabel,
} from '@docketbox/contract/receipts/deduction-labels'
import { labelQuestions } from '@docketbox/contract/receipts/labels/questions'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { inOrder } from '#platform/api/query.ts'
import { toastError } from '#ui/feedback/toast.ts'
import { editLabel } from '../mutations.ts'
import { AnswerSelect } from './answer-select.tsx'
import { TaxQuestions } from './tax-questions.tsx'

/** Where a receipt goes in the tax return: what we suggest, what would decide it, and what its owner confirmed. */
export function LabelSection({ receipt: { _id, label, deletedAt } }: { receipt: Receipt }) {
  const edit = useMutation({ ...editLabel, ...inOrder(`label ${_id}`), onError: toastError })
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const isLocked = deletedAt !== null
  const send = (body: Parameters<typeof edit.mutate>[0]['body']) =>
    edit.mutate({ params: { uploadId: _id }, body })
  const { suggested, confirmed, questions } = label
  const saving = edit.isPending ? edit.variables.body : {}
  return (
    <section aria-labelledby={`${id}-heading`} className="grid gap-4 border-t border-line pt-5">
      <h3 id={`${id}-heading`} className="text-base">
        Deduction label
      </h3>
      {!isLocked && confirmed === null && <TaxQuestions />}
      {confirmed === null &&
        questions.map(({ id, answer }) => (
          <AnswerSelect
            key={id}
            label={labelQuestions[id].text}
            choices={labelQuestions[id].choices}
            value={saving.answers?.[id] ?? answer}
            disabled={isLocked}
            onChange={(value) => send({ answers: { [id]: value } })}
          />
        ))}
      <div className="grid gap-2">
        <label htmlFor={id} className="text-sm font-semibold">
          Label
        </label>
        <Select
          ref={select}
          id={id}
          aria-describedby={`${id}-state`}
          value={(saving.confirmed === undefined ? confirmed : saving.confirmed) ?? ''}
          disabled={isLocked}
          onChange={({ target }) => send({ confirmed: deductionLabel.safeParse(target.value).data ?? null })}
          placeholder={suggested ? `Suggested: ${nameOfSuggestion(suggested)}` : 'Not sorted yet'}
          options={deductionLabels.map((value) => [value, formatLabel(value)])}
        />
        <p id={`${id}-state`} className="text-xs text-soft" aria-live="polite">
          {confirmed
            ? 'You chose this label.'
            : suggested
              ? 'This suggestion is general information, based on the category and your answers. You or your registered tax agent decide.'
              : 'You or your registered tax agent decide.'}
        </p>
      </div>
      {!isLocked && confirmed === null && suggested !== null && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={edit.isPending && 'Saving…'}
          onClick={({ detail }) => {
            send({ confirmed: suggested })
            // Pressed by keyboard: the focus would be lost with the button.
            if (detail === 0) select.current?.focus()
          }}
        >
          Confirm {suggested.startsWith('D') ? suggested : formatLabel(suggested).toLowerCase()}
        </Button>
      )}
    </section>
  )
}

function nameOfSuggestion(label: DeductionLabel): string {
  return label === 'private' ? 'probably private' : formatLabel(label)
}

import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { workKind } from '@docketbox/contract/receipts/deduction-labels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inOrder } from '#platform/api/query.ts'
import { today } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { taxProfile } from '../queries.ts'
import { updateTaxProfile } from '../mutations.ts'
import { AnswerSelect } from './answer-select.tsx'
import { AnswerYearDialog } from './answer-year-dialog.tsx'
import { describeAnswers, questionOf, replacesEarlier, startOf, type TaxAnswer } from './answers-by-year.ts'

const questions = { work: 'How do you earn your income?', isGstRegistered: 'Are you registered for GST?' }
const ways = [
  { value: 'employee', name: 'As an employee' },
  { value: 'soleTrader', name: 'As a sole trader' },
  { value: 'both', name: 'Both' },
]
const yesOrNo = [
  { value: 'no', name: 'No' },
  { value: 'yes', name: 'Yes' },
]

/**
 * Questions we ask each owner once, because they decide where expenses go and what an invoice has to show.
 * @param isAlwaysShown even after it was answered, to change it.
 */
export function TaxQuestions({ isAlwaysShown = false }: { isAlwaysShown?: boolean }) {
  const { data } = useQuery(taxProfile)
  const update = useMutation({ ...updateTaxProfile, ...inOrder('tax profile'), onError: toastError })
  const [asked, setAsked] = useState<TaxAnswer>()
  if (!data) return null
  const { answers, ...current } = data
  const currentYear = incomeYearOf(today())
  const chosen: Parameters<typeof update.mutate>[0]['body'] = {
    ...(update.isPending && update.variables.body),
    ...asked,
  }
  const { work = current.work, isGstRegistered = current.isGstRegistered } = chosen
  const send = (answer: TaxAnswer) => {
    // Until the one before is saved, `answers` don't have it.
    const isCorrection = update.isPending && questionOf(answer) in update.variables.body
    if (isCorrection || replacesEarlier(answers, answer, currentYear)) setAsked(answer)
    else update.mutate({ body: answer })
  }
  // A select can't choose the same answer again.
  const startButton = (answer: TaxAnswer) =>
    typeof startOf(answers, answer) === 'string' && (
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 justify-self-start"
        aria-label={`It started in another year: ${questions[questionOf(answer)]}`}
        onClick={() => setAsked(answer)}
      >
        It started in another year
      </Button>
    )
  return (
    <>
      {(isAlwaysShown || current.work === null) && (
        <div className="grid gap-1">
          <AnswerSelect
            label={questions.work}
            hint={describeAnswers(answers, 'work')}
            choices={ways}
            value={work}
            onChange={(value) => send({ work: workKind.parse(value) })}
          />
          {current.work !== null && startButton({ work: current.work })}
        </div>
      )}
      {(isAlwaysShown || (current.work !== null && current.isGstRegistered === null)) && (
        <div className="grid gap-1">
          <AnswerSelect
            label={questions.isGstRegistered}
            hint={describeAnswers(answers, 'isGstRegistered')}
            choices={yesOrNo}
            value={isGstRegistered === null ? null : isGstRegistered ? 'yes' : 'no'}
            onChange={(value) => send({ isGstRegistered: value === 'yes' })}
          />
          {current.isGstRegistered !== null && startButton({ isGstRegistered: current.isGstRegistered })}
        </div>
      )}
      {asked && (
        <AnswerYearDialog
          answers={answers}
          answer={asked}
          currentYear={currentYear}
          isSaving={update.isPending && update.variables.body.from !== undefined}
          onSave={(from) =>
            update.mutate({ body: { ...asked, from } }, { onSuccess: () => setAsked(undefined) })
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

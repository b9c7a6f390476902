import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { workKind } from '@docketbox/contract/receipts/deduction-labels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inOrder } from '#platform/api/query.ts'
import { today } from '#platform/format/dates.ts'
import { toastError } from '#ui/feedback/toast.ts'
import { taxProfile } from '../queries.ts'
import { updateTaxProfile } from '../mutations.ts'
import { AnswerSelect } from './answer-select.tsx'
import { AnswerYearDialog } from './answer-year-dialog.tsx'
import { describeAnswers, replacesEarlier, type TaxAnswer } from './answers-by-year.ts'

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
  const send = (answer: TaxAnswer) =>
    replacesEarlier(answers, answer, currentYear) ? setAsked(answer) : update.mutate({ body: answer })
  return (
    <>
      {(isAlwaysShown || current.work === null) && (
        <AnswerSelect
          label="How do you earn your income?"
          hint={describeAnswers(answers, 'work')}
          choices={ways}
          value={work}
          onChange={(value) => send({ work: workKind.parse(value) })}
        />
      )}
      {(isAlwaysShown || (current.work !== null && current.isGstRegistered === null)) && (
        <AnswerSelect
          label="Are you registered for GST?"
          hint={describeAnswers(answers, 'isGstRegistered')}
          choices={yesOrNo}
          value={isGstRegistered === null ? null : isGstRegistered ? 'yes' : 'no'}
          onChange={(value) => send({ isGstRegistered: value === 'yes' })}
        />
      )}
      {asked && (
        <AnswerYearDialog
          answers={answers}
          answer={asked}
          currentYear={currentYear}
          isSaving={update.isPending}
          onSave={(from) =>
            update.mutate({ body: { ...asked, from } }, { onSuccess: () => setAsked(undefined) })
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

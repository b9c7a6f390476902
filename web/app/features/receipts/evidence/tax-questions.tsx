import { workKind } from '@docketbox/contract/receipts/deduction-labels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { inOrder } from '#platform/api/query.ts'
import { toastError } from '#ui/feedback/toast.ts'
import { taxProfile } from '../queries.ts'
import { updateTaxProfile } from '../mutations.ts'
import { ChoiceSelect } from './choice-select.tsx'

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
  if (!data) return null
  const { work, isGstRegistered } = data
  const saving = update.isPending ? update.variables.body : {}
  const registered = saving.isGstRegistered ?? isGstRegistered
  const send = (body: Parameters<typeof update.mutate>[0]['body']) => update.mutate({ body })
  return (
    <>
      {(isAlwaysShown || work === null) && (
        <ChoiceSelect
          label="How do you earn your income?"
          choices={ways}
          value={saving.work ?? work}
          onChange={(value) => send({ work: workKind.parse(value) })}
        />
      )}
      {(isAlwaysShown || (work !== null && isGstRegistered === null)) && (
        <ChoiceSelect
          label="Are you registered for GST?"
          choices={yesOrNo}
          value={registered === null ? null : registered ? 'yes' : 'no'}
          onChange={(value) => send({ isGstRegistered: value === 'yes' })}
        />
      )}
    </>
  )
}

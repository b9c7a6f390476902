import {
  type DeductionLabel,
  deductionLabels,
  effectiveLabel,
  formatLabel,
} from '@docketbox/contract/receipts/deduction-labels'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { useState } from 'react'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Field } from '#ui/fields/field.tsx'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { useAddNote } from '../../queries.ts'

export function LabelProposal({ receipt }: { receipt: Pick<Receipt, '_id' | 'label'> }) {
  const [chosen, setChosen] = useState<DeductionLabel | ''>('')
  const { mutateAsync, isPending } = useAddNote()
  useReportUnsaved(chosen !== '' && !isPending)
  const label = effectiveLabel(receipt.label)
  const propose = (proposed: DeductionLabel) =>
    mutateAsync({ body: { kind: 'label', about: { receipt: receipt._id }, label: proposed } }).then(() => {
      setChosen('')
      toast.success(`You proposed ${formatLabel(proposed)}.`)
    }, toastError)
  return (
    <Field
      label="Propose a deduction label"
      hint={
        label
          ? `${receipt.label.confirmed ? 'Confirmed' : 'Suggested'}: ${formatLabel(label)}. Your client will accept or decline your proposal.`
          : 'No label yet. Your client will accept or decline your proposal.'
      }
    >
      {(control) => (
        <div className="flex flex-wrap gap-3">
          <Select
            {...control}
            className="min-w-0 flex-1"
            value={chosen}
            disabled={isPending}
            onChange={({ target }) => setChosen(target.value as DeductionLabel | '')}
            placeholder="Choose a label"
            options={deductionLabels
              .filter((other) => other !== label)
              .map((other) => [other, formatLabel(other)])}
          />
          <Button
            variant="secondary"
            busy={isPending && 'Saving…'}
            disabled={chosen === ''}
            onClick={() => void (chosen !== '' && propose(chosen))}
          >
            Propose
          </Button>
        </div>
      )}
    </Field>
  )
}

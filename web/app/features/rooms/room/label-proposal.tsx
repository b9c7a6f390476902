import {
  type DeductionLabel,
  deductionLabels,
  effectiveLabel,
  formatLabel,
} from '@docketbox/contract/receipts/deduction-labels'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { useMutation } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toast.ts'
import { Select } from '#ui/controls/select.tsx'
import { Field } from '#ui/fields/field.tsx'
import { mark } from '../queries.ts'

/** The deduction label of a receipt, and a way to propose another one. */
export function LabelProposal({ receipt }: { receipt: Receipt }) {
  const { mutate, isPending } = useMutation(mark)
  const label = effectiveLabel(receipt.label)
  const propose = (proposed: DeductionLabel) =>
    mutate(
      { body: { kind: 'label', about: { receipt: receipt._id }, label: proposed } },
      {
        onSuccess: () => toast.success(`You proposed ${formatLabel(proposed)}.`),
        onError: ({ message }) => toast.error(message),
      },
    )
  return (
    <Field
      label="Propose a deduction label"
      hint={
        label
          ? `${receipt.label.confirmed ? 'Confirmed' : 'Suggested'}: ${formatLabel(label)}. Your client will accept or decline your suggestion.`
          : 'No label yet. Your client will accept or decline your suggestion.'
      }
    >
      {(control) => (
        <Select
          {...control}
          value=""
          disabled={isPending}
          onChange={({ target }) => propose(target.value as DeductionLabel)}
        >
          <option value="">Choose a label</option>
          {deductionLabels
            .filter((other) => other !== label)
            .map((other) => (
              <option key={other} value={other}>
                {formatLabel(other)}
              </option>
            ))}
        </Select>
      )}
    </Field>
  )
}

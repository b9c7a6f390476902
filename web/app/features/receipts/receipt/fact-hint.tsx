import { formatDay } from '@docketbox/contract/core/dates'
import { formatCents } from '@docketbox/contract/core/money'
import { abnText } from '@docketbox/contract/core/people/abn'
import { mergeReadFields } from '@docketbox/contract/reading/merge'
import type { FactSuggestions, ReadFields } from '@docketbox/contract/reading/schemas'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { useMutation } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { toastError } from '#ui/feedback/toast.ts'
import { editFacts } from '../mutations.ts'
import { factsAsRead } from './facts-values.ts'

export type SuggestedFact = keyof FactSuggestions

const formats: { [Name in SuggestedFact]-?: (value: NonNullable<FactSuggestions[Name]>) => string } = {
  supplier: (value) => value,
  supplierAbn: abnText,
  documentDate: formatDay,
  totalCents: formatCents,
  gstCents: formatCents,
  workUsePercent: (value) => `${value}%`,
}

type FactHintProps = { name: SuggestedFact; receipt: ReceiptDetails }

/** Where the value of a field comes from, or what was read without certainty, to accept. */
export function FactHint({ name, receipt }: FactHintProps) {
  const typed: unknown = useWatch({ name })
  const suggestion = receipt.suggestions?.[name]
  if (suggestion !== undefined) return <Suggestion name={name} receipt={receipt} value={suggestion} />
  const source = receipt.sources[name]
  if (source !== 'read' && source !== 'confirmed') return undefined
  if (String(typed) !== String(receipt.facts[name])) return undefined
  const { gstCents } = readIn(receipt)
  const isCalculated = name === 'gstCents' && gstCents?.origin === 'calculated'
  const origin = isCalculated ? 'Calculated from the total' : 'Read from the receipt'
  return source === 'confirmed' ? `${origin} and accepted` : origin
}

function readIn({ readings }: ReceiptDetails): ReadFields {
  return mergeReadFields(readings.flatMap(({ fields }) => fields ?? []))
}

function Suggestion({ name, receipt, value }: FactHintProps & { value: string | number }) {
  const accept = useMutation({ ...editFacts, onError: toastError })
  const { setFocus } = useFormContext()
  const typed = useWatch({ name }) as string | number | undefined
  const isShown = String(typed) === String(value)
  const format = formats[name] as (value: string | number) => string
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-2">
      <span className="font-semibold text-wattle-deep">
        Check this{!isShown && `: ${format(value)}`}
        {name === 'totalCents' && readIn(receipt).totalCents?.isForeign && '. It may be in another currency.'}
      </span>
      <button
        type="button"
        aria-label={`Accept ${format(value)}`}
        aria-disabled={accept.isPending}
        onClick={({ detail }) => {
          if (accept.isPending) return
          accept.mutate({
            params: { uploadId: receipt._id },
            body: { [name]: value, known: factsAsRead(receipt) },
          })
          // Pressed by keyboard: the focus would be lost with the button.
          if (detail === 0) setFocus(name)
        }}
        className="-my-2.5 -mr-2 min-h-11 min-w-11 rounded-md px-2 font-semibold text-leaf-deep hover:bg-leaf-tint"
      >
        Accept
      </button>
    </span>
  )
}

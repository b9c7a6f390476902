import { sydneyDay } from '@docketbox/contract/core/dates'
import { MAX_CODE_LENGTH, newPromotion } from '@docketbox/contract/payments/promotion-endpoints'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { createPromotion } from './queries.ts'

const body = newPromotion.shape
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((typed) => (typed === '' || typed === undefined ? undefined : typed), schema)

const limits = {
  lastDay: optional(
    body.lastDay.refine(
      (day) => day === undefined || day >= sydneyDay(new Date()),
      'Choose today or a later date.',
    ),
  ),
  maxUses: optional(z.coerce.number('Enter a number.').pipe(body.maxUses.unwrap()).optional()),
}
/** In the order of the fields, which the summary of errors follows. */
const promotionForm = z.discriminatedUnion('kind', [
  z.object({
    code: body.code,
    kind: z.literal('percent'),
    percentOff: z.coerce.number<string>('Enter 1 to 100.').pipe(body.percentOff.unwrap()),
    ...limits,
  }),
  z.object({
    code: body.code,
    kind: z.literal('amount'),
    amountOffCents: body.amountOffCents.unwrap(),
    ...limits,
  }),
])

const kinds = [
  { value: 'percent', label: 'Percentage' },
  { value: 'amount', label: 'Fixed amount' },
]
const empty = { code: '', kind: 'percent', percentOff: '', lastDay: '', maxUses: '' } as const

export function CreatePromotionDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const create = useMutation(createPromotion)
  const form = useFormOf(promotionForm, empty)
  const kind = useWatch({ control: form.control, name: 'kind' })
  // The field of the other type is gone.
  useEffect(() => form.clearErrors(['percentOff', 'amountOffCents']), [form, kind])
  const close = () => {
    setIsOpen(false)
    form.reset()
  }

  async function submit(typed: z.output<typeof promotionForm>) {
    const { code: name, lastDay, maxUses } = typed
    const discount =
      typed.kind === 'percent' ? { percentOff: typed.percentOff } : { amountOffCents: typed.amountOffCents }
    const { code } = await create.mutateAsync({
      body: { code: name, ...discount, ...(lastDay && { lastDay }), ...(maxUses && { maxUses }) },
    })
    toast.success(`${code} is ready to use.`)
    close()
  }

  return (
    <>
      <Button icon={Plus} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Create code
      </Button>
      <FormDialog
        title="Create a promotion code"
        description="It applies to a subscription’s first payment."
        open={isOpen}
        onClose={close}
        form={form}
        onSubmit={submit}
        label="Create a promotion code"
      >
        <div className="grid grid-cols-2 gap-x-3 gap-y-5">
          <TextField
            name="code"
            label="Code"
            maxLength={MAX_CODE_LENGTH}
            placeholder="EOFY20"
            className="col-span-2"
          />
          <SelectField name="kind" label="Type of discount" choices={kinds} />
          {kind === 'amount' ? (
            <MoneyField name="amountOffCents" label="Discount" />
          ) : (
            <TextField name="percentOff" label="Discount (%)" inputMode="numeric" />
          )}
          <TextField name="lastDay" label="Last day" type="date" className="grid-cols-1" optional />
          <TextField name="maxUses" label="Maximum uses" optional inputMode="numeric" />
        </div>
        <SubmitButton busy="Creating…" wide>
          Create code
        </SubmitButton>
      </FormDialog>
    </>
  )
}

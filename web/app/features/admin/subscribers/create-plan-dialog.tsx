import { adminTexts } from '@docketbox/contract/admin/endpoints'
import { MAX_LENGTH, tooLong } from '@docketbox/contract/core/limits'
import {
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
  planFeatures,
  tooExpensive,
  tooLittle,
} from '@docketbox/contract/subscriptions/endpoints'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { createPlan } from '../queries.ts'

/** The fields are named as on the wire, so that what the server refuses is shown beside them. */
const planForm = z.object({
  plan: z.string().trim().min(1, 'Plan is required.').max(MAX_LENGTH.planName, tooLong(MAX_LENGTH.planName)),
  /** In cents. */
  price: z
    .int({ error: 'Enter an amount such as 12.50.' })
    .min(MIN_PRICE_CENTS, tooLittle)
    .max(MAX_PRICE_CENTS, tooExpensive),
  months: z.coerce
    .number<string>('Enter a number of months.')
    .int('Enter a number of months.')
    .min(1, 'Enter at least one month.')
    .max(12, 'Enter at most twelve months.'),
  description: z
    .string()
    .trim()
    .min(1, 'Description is required.')
    .max(MAX_LENGTH.planDescription, tooLong(MAX_LENGTH.planDescription)),
  feature: z.string().superRefine((text, context) => {
    const { error } = planFeatures.min(1, 'Enter at least one feature.').safeParse(parseFeatures(text))
    if (error) context.addIssue(error.issues[0]!.message)
  }),
  isActive: z.boolean(),
})

/** Splits a comma-separated list of features. */
function parseFeatures(text: string): string[] {
  return text
    .split(',')
    .map((feature) => feature.trim())
    .filter(Boolean)
}

export function CreatePlanDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const create = useMutation(createPlan)
  const form = useFormOf(planForm, { months: '1', isActive: true })
  const close = () => {
    setIsOpen(false)
    form.reset()
  }

  async function submit({ price, feature, ...plan }: z.output<typeof planForm>) {
    await create.mutateAsync({ body: { ...plan, price: price / 100, feature: parseFeatures(feature) } })
    toast.success(adminTexts.planCreated)
    close()
  }

  return (
    <>
      <Button icon={Plus} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Create plan
      </Button>
      <FormDialog
        title="Create a subscription plan"
        description="It appears on the Plans screen once you offer it. You can do that now, or later under Created plans."
        open={isOpen}
        onClose={close}
        form={form}
        onSubmit={submit}
        label="Create a subscription plan"
        sentenceFor={({ status }) => (status >= 500 ? adminTexts.planNotCreated : undefined)}
      >
        <TextField name="plan" label="Plan" maxLength={MAX_LENGTH.planName} />
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField name="price" label="Price" />
          <TextField name="months" label="Months per payment" inputMode="numeric" />
        </div>
        <TextAreaField name="description" label="Description" />
        <TextAreaField name="feature" label="Features" hint="Separate them with commas." rows={2} />
        <CheckboxField name="isActive" label="Offer this plan now" />
        <SubmitButton busy="Creating…" wide>
          Create plan
        </SubmitButton>
      </FormDialog>
    </>
  )
}

import { adminTexts } from '@docketbox/contract/admin/endpoints'
import { isPayable, tooLittle } from '@docketbox/contract/subscriptions/endpoints'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '#platform/api/error.ts'
import { Button } from '#ui/forms/button.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useCreatePlan } from '../queries.ts'

const planForm = z.object({
  plan: z.string().trim().min(1, 'Plan is required.').max(40, 'Plan can have at most 40 characters.'),
  priceCents: z.int({ error: 'Enter an amount such as 12.50.' }).min(0).refine(isPayable, tooLittle),
  months: z.coerce
    .number<string>('Enter a number of months.')
    .int('Enter a number of months.')
    .min(1, 'At least one month.')
    .max(12, 'At most twelve months.'),
  description: z.string().trim().min(1, 'Description is required.').max(500),
  features: z.string().refine((text) => featuresIn(text).length > 0, 'Name at least one feature.'),
  isActive: z.boolean(),
})

/** The features of a plan, written as a list with commas. */
export function featuresIn(text: string): string[] {
  return text
    .split(',')
    .map((feature) => feature.trim())
    .filter(Boolean)
}

export function CreatePlanDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      title="Create a subscription plan"
      description="It appears among the plan cards as soon as it is active."
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button icon={<Plus className="size-4.5" />}>Create plan</Button>}
    >
      <PlanForm onDone={() => setIsOpen(false)} />
    </Dialog>
  )
}

function PlanForm({ onDone }: { onDone: () => void }) {
  const create = useCreatePlan()
  const form = useFormOf(planForm, { months: '1', isActive: true })

  async function submit({
    plan,
    priceCents,
    months,
    description,
    features,
    isActive,
  }: z.output<typeof planForm>) {
    const feature = featuresIn(features)
    await create.mutateAsync({ plan, price: priceCents / 100, months, description, feature, isActive })
    toast.success(adminTexts.planCreated)
    onDone()
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      label="Create a subscription plan"
      sentenceFor={(error: ApiError) => (error.status >= 500 ? adminTexts.planNotCreated : undefined)}
    >
      <TextField name="plan" label="Plan" maxLength={40} />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField name="priceCents" label="Price" />
        <TextField name="months" label="Months a price buys" inputMode="numeric" />
      </div>
      <TextAreaField name="description" label="Description" />
      <TextAreaField name="features" label="Features" hint="Separate them with commas." rows={2} />
      <CheckboxField name="isActive" label="Offer it now" />
      <SubmitButton busy="Creating…" wide>
        Create plan
      </SubmitButton>
    </Form>
  )
}

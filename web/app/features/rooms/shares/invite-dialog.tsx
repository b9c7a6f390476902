import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { email } from '@docketbox/contract/core/people/contact-details'
import { defaultUntil } from '@docketbox/contract/rooms/period'
import { MIN_PASSCODE_LENGTH, passcode } from '@docketbox/contract/rooms/schemas'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { todayInSydney } from '#platform/format/dates.ts'
import { useIsShown } from '#platform/page/use-is-shown.ts'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { EmailField, TextField } from '#ui/fields/text-field.tsx'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { DialogActions } from '#ui/overlay/dialog.tsx'
import { CancelButton, FormDialog } from '#ui/overlay/form-dialog.tsx'
import { shares, useInvite } from '../queries.ts'
import { shareableYears } from '../years.ts'
import { lastDay, LastDayField } from './last-day-field.tsx'

const schema = z.object({
  email,
  years: z.record(z.string(), z.boolean()),
  until: lastDay,
  withOriginals: z.boolean(),
  passcode: z
    .string()
    .transform((typed) => (typed.trim() === '' ? undefined : typed))
    .pipe(passcode.optional()),
})

type InviteDialogProps = {
  /** The year that's chosen at first, as in `2025-26`. */
  incomeYear: string
  onClose: (closing: { isDiscarding: boolean }) => void
}

export function InviteDialog({ incomeYear, onClose }: InviteDialogProps) {
  const day = todayInSydney()
  const form = useFormOf(schema, {
    email: '',
    years: { [incomeYear]: true },
    until: defaultUntil(day),
    withOriginals: true,
    passcode: '',
  })
  const { mutateAsync } = useInvite()
  const isShown = useIsShown()
  const { isDirty } = form.formState
  const { data: list } = useQuery(shares)
  const [recipient, chosenYears] = useWatch({ control: form.control, name: ['email', 'years'] })
  const shared = list?.docs
    .filter(
      ({ email, status }) => status !== 'revoked' && email.toLowerCase() === recipient.trim().toLowerCase(),
    )
    .flatMap(({ years }) => years)
    .find((year) => chosenYears[year])
  return (
    <FormDialog
      onClose={() => onClose({ isDiscarding: isDirty })}
      title="Invite your accountant"
      description="We’ll email them a link. They don’t need an account."
      form={form}
      onSubmit={async ({ years, passcode, ...values }) => {
        const chosen = Object.keys(years).filter((year) => years[year])
        if (chosen.length === 0) {
          form.setError('root.server', { message: 'Choose at least one income year.' })
          return
        }
        await mutateAsync({ body: { ...values, years: chosen, passcode } })
        toast.success(`We’ve sent an invitation to ${values.email}.`)
        // There's nothing left to ask about.
        form.reset(form.getValues(), { keepValues: true })
        // Back may have closed it.
        if (isShown.current) onClose({ isDiscarding: false })
      }}
    >
      <EmailField
        name="email"
        label="Their email"
        autoComplete="off"
        hint={
          shared &&
          `You’ve already shared ${formatIncomeYear(shared)} with them. To give them more time, use “Extend” in the list.`
        }
      />
      <fieldset>
        <legend className="text-sm font-semibold">Income years</legend>
        <div className="mt-1 grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {shareableYears(day, incomeYear).map((year) => (
            <CheckboxField key={year} name={`years.${year}`} label={formatIncomeYear(year)} />
          ))}
        </div>
        <p className="text-[0.8125rem] text-soft">
          Includes assets bought earlier that are still claimed in these years.
        </p>
      </fieldset>
      <LastDayField />
      <CheckboxField name="withOriginals" label="Let them download original files" />
      <TextField
        optional
        name="passcode"
        label="Passcode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={`At least ${MIN_PASSCODE_LENGTH} characters. They’ll need it as well as the link, so tell them yourself: we don’t email it.`}
      />
      <DialogActions>
        <CancelButton />
        <SubmitButton busy="Inviting…">Send invitation</SubmitButton>
      </DialogActions>
    </FormDialog>
  )
}

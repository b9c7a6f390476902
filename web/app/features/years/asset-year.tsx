import { endingOf, formatIncomeYear, incomeYearLabel } from '@docketbox/contract/core/income-years'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { useMutation } from '@tanstack/react-query'
import { mutation } from '#platform/api/query.ts'
import { Select } from '#ui/controls/select.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { Field } from '#ui/fields/field.tsx'

const MAX_YEARS = 20
const { details, list, search } = receiptEndpoints
const saveLastClaim = mutation(receiptEndpoints.setLastClaim, {
  invalidates: [details, list, search, yearEndpoints.list, yearEndpoints.summary],
})

/** Asks in which year an asset is claimed last, because its receipt has to be kept from then on. */
export function AssetYear({ receipt: { _id, incomeYear, lastClaimedYear } }: { receipt: Receipt }) {
  const save = useMutation(saveLastClaim)
  const first = endingOf(incomeYear)
  const years = Array.from({ length: MAX_YEARS }, (_, index) => incomeYearLabel(first + 1 + index))
  const change = (year: string | null) =>
    save.mutateAsync({ params: { uploadId: _id }, body: { incomeYear: year } })
  const handleChange = (year: string | null) =>
    void change(year)
      .then(() =>
        toast.success(
          year === null
            ? 'Saved. You’re claiming it in one year.'
            : `Saved. You’re claiming it until ${formatIncomeYear(year)}.`,
          {
            action: { label: 'Undo', onPress: () => void change(lastClaimedYear).catch(toastError) },
          },
        ),
      )
      .catch(toastError)
  return (
    <Field
      label="Claiming it over several years?"
      hint="For assets such as a laptop or tools. Employees can claim it in one year only if it cost $300 or less. Keep the receipt for five years from the last year you claim it in."
    >
      {(control) => (
        <Select
          {...control}
          value={(save.isPending ? save.variables.body.incomeYear : lastClaimedYear) ?? ''}
          onChange={({ target }) => handleChange(target.value || null)}
        >
          <option value="">No, all in one year</option>
          {years.map((year) => (
            <option key={year} value={year}>
              Yes, until {formatIncomeYear(year)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

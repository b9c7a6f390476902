import { endingOf, formatIncomeYear, incomeYearLabel } from '@docketbox/contract/core/income-years'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mutation } from '#platform/api/query.ts'
import { Select } from '#ui/controls/select.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { Field } from '#ui/fields/field.tsx'

const MAX_YEARS = 20
const ONE_YEAR = 'one'
const { details, list, search } = receiptEndpoints
const saveLastClaim = mutation(receiptEndpoints.setLastClaim, {
  invalidates: [details, list, search, yearEndpoints.list, yearEndpoints.summary],
})

type AssetYearProps = {
  receipt: Pick<Receipt, '_id' | 'incomeYear' | 'lastClaimedYear' | 'mayBeAsset'>
  label?: string
  hint?: ReactNode
}

/**
 * Asks in which year an asset is claimed last, because its receipt has to be kept from then on. What may be an asset has no
 * answer yet.
 */
export function AssetYear({
  receipt: { _id, incomeYear, lastClaimedYear, mayBeAsset },
  label = 'Claiming it over several years?',
  hint = 'For assets such as a laptop or tools. Outside a business, you can claim it in one year only if it cost $300 or less. Keep the receipt for five years from the last year you claim it in.',
}: AssetYearProps) {
  const save = useMutation(saveLastClaim)
  const first = endingOf(incomeYear)
  const years = Array.from({ length: MAX_YEARS }, (_, index) => incomeYearLabel(first + 1 + index))
  const change = (year: string | null, isOneYear: boolean) =>
    save.mutateAsync({ params: { uploadId: _id }, body: { incomeYear: year, isOneYear } })
  const undo = () => change(lastClaimedYear, lastClaimedYear === null && !mayBeAsset)
  const handleChange = (value: string) => {
    const year = value === ONE_YEAR ? null : value
    void change(year, year === null)
      .then(() =>
        toast.success(
          year === null
            ? 'Saved. You’re claiming it in one year.'
            : `Saved. You’re claiming it until ${formatIncomeYear(year)}.`,
          { action: { label: 'Undo', onPress: () => void undo().catch(toastError) } },
        ),
      )
      .catch(toastError)
  }
  const isAsset = lastClaimedYear !== null && lastClaimedYear > incomeYear
  const current = isAsset ? lastClaimedYear : mayBeAsset ? '' : ONE_YEAR
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select
          {...control}
          value={save.isPending ? (save.variables.body.incomeYear ?? ONE_YEAR) : current}
          onChange={({ target }) => target.value !== '' && handleChange(target.value)}
        >
          {mayBeAsset && <option value="">Choose an answer</option>}
          <option value={ONE_YEAR}>No, all in one year</option>
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

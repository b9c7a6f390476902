import { endingOf, formatIncomeYear, incomeYearLabel } from '@docketbox/contract/core/income-years'
import { expenseEndpoints } from '@docketbox/contract/expenses-without-receipt/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { inOrder, mutation } from '#platform/api/query.ts'
import { Select } from '#ui/controls/select.tsx'
import { offerUndo, toastError } from '#ui/feedback/toast.ts'
import { Field } from '#ui/fields/field.tsx'

/** What's built into a rental property is claimed over 40 years from the day it's finished (Div 43 ITAA 1997). */
const MAX_YEARS = 40
const ONE_YEAR = 'one'
const { details, list, search, retentionYears } = receiptEndpoints
const years = [yearEndpoints.list, yearEndpoints.summary]
const saveForReceipt = mutation(receiptEndpoints.setLastClaim, {
  invalidates: [details, list, search, retentionYears, ...years],
})
const saveForExpense = mutation(expenseEndpoints.setLastClaim, {
  invalidates: [expenseEndpoints.list, ...years],
})

type AssetFacts = Pick<Receipt, 'incomeYear' | 'lastClaimedYear' | 'mayBeAsset'>
type AssetYearProps = {
  /** A receipt, or an expense without one. */
  receipt: AssetFacts & { _id: string }
  hasReceipt?: boolean
  label?: string
  hint?: ReactNode
}

/**
 * Asks in which year an asset is claimed last, because its receipt has to be kept from then on. What may be an asset has no
 * answer yet.
 */
export function AssetYear({
  receipt: { _id, incomeYear, lastClaimedYear, mayBeAsset },
  hasReceipt = true,
  label = 'Claiming it over several years?',
  hint = 'For assets such as a laptop or tools. Unless it’s for a business, you can only claim it in one year if it cost $300 or less. Keep the receipt for five years from the last year you claim it in.',
}: AssetYearProps) {
  const order = inOrder(`asset year ${_id}`)
  const ofReceipt = useMutation({ ...saveForReceipt, ...order })
  const ofExpense = useMutation({ ...saveForExpense, ...order })
  const save = hasReceipt ? ofReceipt : ofExpense
  const first = endingOf(incomeYear)
  const laterYears = Array.from({ length: MAX_YEARS }, (_, index) => incomeYearLabel(first + 1 + index))
  const change = (year: string | null, isOneYear: boolean): Promise<unknown> => {
    const body = { incomeYear: year, isOneYear }
    return hasReceipt
      ? ofReceipt.mutateAsync({ params: { uploadId: _id }, body })
      : ofExpense.mutateAsync({ params: { evidenceId: _id }, body })
  }
  const saving = save.isPending ? save.variables.body : undefined
  // Another change may not have arrived yet.
  const before = saving ?? { incomeYear: lastClaimedYear, isOneYear: lastClaimedYear === null && !mayBeAsset }
  const undo = () => change(before.incomeYear, before.isOneYear ?? false)
  const handleChange = (value: string) => {
    const year = value === ONE_YEAR ? null : value
    void change(year, year === null)
      .then(() =>
        offerUndo(
          year === null
            ? 'Saved. You’re claiming it in one year.'
            : `Saved. You’re claiming it until ${formatIncomeYear(year)}.`,
          undo,
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
          value={saving ? (saving.incomeYear ?? ONE_YEAR) : current}
          onChange={({ target }) => target.value !== '' && handleChange(target.value)}
          placeholder={mayBeAsset && 'Choose an answer'}
          options={[
            [ONE_YEAR, 'No, all in one year'],
            ...laterYears.map((year) => [year, `Yes, until ${formatIncomeYear(year)}`] as const),
          ]}
        />
      )}
    </Field>
  )
}

/** Until when an asset is claimed, or that its owner hasn't said whether it is one. */
export function assetText({ incomeYear, lastClaimedYear, mayBeAsset }: AssetFacts): string | null {
  if (lastClaimedYear !== null && lastClaimedYear > incomeYear)
    return `Claimed until ${formatIncomeYear(lastClaimedYear)}`
  return mayBeAsset ? 'May have to be claimed over several years' : null
}

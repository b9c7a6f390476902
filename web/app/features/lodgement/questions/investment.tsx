import { memo } from 'react'
import { useWatch } from 'react-hook-form'
import { MoneyField } from '#ui/fields/money-field.tsx'
import type { Answers } from '../answers.ts'
import { FormSection } from '../form/section.tsx'
import { TotalRow } from '../form/total-row.tsx'
import { YesNo } from '../form/yes-no.tsx'
import { labels } from '../labels.ts'
import { PrefilledNote } from '../prefill/note.tsx'
import { rentalResultCents } from '../totals.ts'

export const InvestmentSection = memo(function InvestmentSection() {
  return (
    <FormSection name="investment">
      <YesNo name="investmentProperty">
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField
            name="investmentDetails.totalRentalIncome"
            label={labels['investmentDetails.totalRentalIncome']}
          />
          <div className="grid content-start gap-1">
            <MoneyField
              name="investmentDetails.totalPropertyExpenses"
              label={labels['investmentDetails.totalPropertyExpenses']}
            />
            <PrefilledNote name="investmentDetails.totalPropertyExpenses" />
          </div>
        </div>
        <RentalResult />
      </YesNo>
    </FormSection>
  )
})

function RentalResult() {
  const [investmentProperty, investmentDetails] = useWatch<
    Answers,
    readonly ['investmentProperty', 'investmentDetails']
  >({ name: ['investmentProperty', 'investmentDetails'] })
  return (
    <TotalRow
      label="Income less expenses"
      note="From the amounts above"
      cents={rentalResultCents({ investmentProperty, investmentDetails })}
    />
  )
}

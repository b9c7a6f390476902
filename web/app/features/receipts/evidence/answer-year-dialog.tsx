import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { years } from '#features/years'
import { Button } from '#ui/controls/button.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Dialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { CancelButton } from '#ui/overlay/form-dialog.tsx'
import {
  changesYear,
  type DatedAnswers,
  differsFromEarlier,
  startOf,
  type TaxAnswer,
} from './answers-by-year.ts'
import { ChoiceSelect } from './choice-select.tsx'

const ALL_YEARS = 'all'

type AnswerYearDialogProps = {
  answers: DatedAnswers
  answer: TaxAnswer
  currentYear: string
  isSaving: boolean
  /** @param from null for all years. */
  onSave: (from: string | null) => void
  onClose: () => void
}

/** Asks from which income year a new answer counts, or from which other one the current answer does. */
export function AnswerYearDialog(props: AnswerYearDialogProps) {
  const { answers, answer, currentYear, isSaving, onSave, onClose } = props
  const start = startOf(answers, answer) ?? currentYear
  const [chosen, setChosen] = useState(start)
  const from = chosen === ALL_YEARS ? null : chosen
  return (
    <Dialog {...textsOf(answers, answer)} onClose={onClose}>
      <QueryView
        query={useQuery(years)}
        loading={<Loading label="Loading your income years" blocks={['h-18', 'h-11']} />}
        error="We couldn’t load your income years."
      >
        {({ docs }) => {
          const used = docs
            .filter(({ receipts, hasRecords, lodgement }) => receipts > 0 || hasRecords || lodgement !== null)
            .map(({ incomeYear }) => incomeYear)
            .filter((incomeYear) => incomeYear < currentYear)
          const lodged = docs
            .filter(({ lodgement }) => lodgement !== null)
            .filter(({ incomeYear }) => changesYear(answers, answer, { incomeYear, from }))
            .map(({ incomeYear }) => formatIncomeYear(incomeYear))
          return (
            <>
              <ChoiceSelect
                label="From which income year?"
                choices={[
                  ...[...new Set([currentYear, start, ...used])]
                    .toSorted((a, b) => b.localeCompare(a))
                    .map((incomeYear) => ({
                      value: incomeYear,
                      name: `${formatIncomeYear(incomeYear)}${incomeYear === currentYear ? ', this year' : ''}`,
                    })),
                  { value: ALL_YEARS, name: 'All years' },
                ]}
                value={chosen}
                onChange={setChosen}
              />
              <div aria-live="polite">
                {lodged.length > 0 && (
                  <Notice tone="warning" className="mt-4">
                    This changes the figures of {new Intl.ListFormat('en-AU').format(lodged)}, which you’ve
                    already lodged.
                  </Notice>
                )}
              </div>
              <DialogActions>
                <CancelButton />
                <Button busy={isSaving && 'Saving…'} onClick={() => onSave(from)}>
                  Save answer
                </Button>
              </DialogActions>
            </>
          )
        }}
      </QueryView>
    </Dialog>
  )
}

function textsOf(answers: DatedAnswers, answer: TaxAnswer) {
  return differsFromEarlier(answers, answer)
    ? {
        title: 'When did this change?',
        description: 'Until then, your previous answer counts. If it was always wrong, choose all years.',
      }
    : { title: 'When did this start?', description: 'If it’s always been like this, choose all years.' }
}

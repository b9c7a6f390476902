import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { lastFinishedYear, lodgementYears } from '@docketbox/contract/core/income-years'
import { lazy, Suspense, useDeferredValue, useMemo, useRef } from 'react'
import { get, useForm, useWatch } from 'react-hook-form'
import { plainDate } from '#platform/format/dates.ts'
import { product } from '#platform/page/product.ts'
import { Card } from '#ui/layout/card.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Answers } from '../answers.ts'
import { DependentsSection } from '../questions/dependants.tsx'
import { InvestmentSection } from '../questions/investment.tsx'
import { labels } from '../labels.ts'
import { checkedOnDemand, useSettings } from '../submit/lazy-rules.ts'
import { PaperCopy } from './paper-copy.tsx'
import { PersonalSection } from '../questions/personal.tsx'
import { SectionList, ThumbBar } from './progress.tsx'
import { ResidencySection } from '../questions/residency.tsx'
import { standOf } from '../sections.ts'
import { SendCard, tellIncomplete } from '../submit/card.tsx'
import { SpouseSection } from '../questions/spouse.tsx'
import { StandingContext, StatesContext } from '../form-context.ts'
import { useDraft } from '../draft/use-draft.ts'
import { useEarlyPress } from '../submit/use-early-submit.ts'
import { useSending } from '../submit/use-submit.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { WorkSection } from '../questions/work.tsx'
import { useToday, yearChoices, yearInWords } from '../years.ts'

const SuccessDialog = lazy(async () => ({
  default: (await import('../submit/success-dialog.tsx')).SuccessDialog,
}))

/** The Claims and Deductions form: six numbered sections on one page. */
export function LodgementForm() {
  const place = useRef<HTMLDivElement>(null)
  const settings = useSettings(place)
  const today = useToday()
  const asksMyGovPassword = settings?.asksMyGovPassword ?? product.asksMyGovPassword
  const form = useForm<Answers, unknown, ClaimsPayload>({
    resolver: useMemo(() => checkedOnDemand(asksMyGovPassword), [asksMyGovPassword]),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const answers: Answers = useWatch({ control: form.control })
  const draft = useDraft(form, answers)
  const { arrived, send, leave } = useSending(draft.finish)

  const year = answers.incomeYear || (settings?.defaultIncomeYear ?? lastFinishedYear(today))
  const { errors } = form.formState
  const states = standOf(answers, asksMyGovPassword, (name) => get(errors, name) !== undefined)
  const isComplete = states.every(({ missing }) => missing.length === 0)
  const between = yearInWords(year)
  const standing = useMemo(() => ({ asksMyGovPassword, between, today }), [asksMyGovPassword, between, today])

  // Nobody sees it, so it never holds up a key.
  const onPaper = useDeferredValue(draft.isAlive ? answers : undefined)

  useShortcuts(place, isComplete, () => tellIncomplete(states))
  const onEarlyPress = useEarlyPress((pressed) =>
    isComplete ? pressed.requestSubmit() : tellIncomplete(states),
  )

  return (
    <StandingContext value={standing}>
      <StatesContext value={states}>
        <div className="gap-12 lg:grid lg:grid-cols-[16rem_minmax(0,46rem)] print:block" ref={place}>
          <SectionList states={states} />
          <div className={draft.isAlive ? 'print:hidden' : undefined}>
            <Form
              form={form}
              onSubmit={send}
              onEarlyPress={onEarlyPress}
              label="Claims and Deductions"
              refusalBeside
              className="grid grid-cols-[minmax(0,1fr)] gap-5 [&_input]:scroll-mb-28 [&_select]:scroll-mb-28"
            >
              {draft.isAlive && draft.restoredFrom && (
                <Notice tone="info">
                  Welcome back. What you typed on {plainDate(draft.restoredFrom)} is still here
                  {asksMyGovPassword && ', all but the myGov fields'}.
                </Notice>
              )}
              <Card className="p-5 sm:p-7">
                <SelectField
                  name="incomeYear"
                  label={labels.incomeYear}
                  hint={`The questions are about the time between ${between}.`}
                  choices={yearChoices(settings?.incomeYears ?? lodgementYears(today), today)}
                  className="max-w-md"
                />
              </Card>
              <PersonalSection />
              <SpouseSection />
              <InvestmentSection />
              <DependentsSection />
              <ResidencySection />
              <WorkSection />
              <SendCard isComplete={isComplete} onClear={draft.clear} />
              <ThumbBar isComplete={isComplete} />
            </Form>
          </div>
          {onPaper && <PaperCopy answers={onPaper} year={year} />}
        </div>
        {arrived && (
          <Suspense fallback={null}>
            <SuccessDialog {...arrived} onClose={leave} />
          </Suspense>
        )}
      </StatesContext>
    </StandingContext>
  )
}

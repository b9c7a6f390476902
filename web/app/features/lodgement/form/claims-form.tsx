import { formatIncomeYear, lastFinishedYear, lodgementYears } from '@docketbox/contract/core/income-years'
import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { lazy, Suspense, useDeferredValue, useMemo, useRef } from 'react'
import { get, useForm, useWatch } from 'react-hook-form'
import { plainDate } from '#platform/format/dates.ts'
import { retryOrReload } from '#platform/offline/retry-when-online.ts'
import { product } from '#platform/page/product.ts'
import { useSession } from '#platform/session/session.ts'
import { useStoredUserId } from '#platform/session/stored-user.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { Answers } from '../answers.ts'
import { useDraft } from '../draft/use-draft.ts'
import { FormSettingsContext, SectionStatesContext } from '../form-context.ts'
import { labels } from '../labels.ts'
import { PrefillContext } from '../prefill/context.ts'
import { usePrefill } from '../prefill/use-prefill.ts'
import { DependantsSection } from '../questions/dependants.tsx'
import { InvestmentSection } from '../questions/investment.tsx'
import { PersonalSection } from '../questions/personal.tsx'
import { ResidencySection } from '../questions/residency.tsx'
import { SpouseSection } from '../questions/spouse.tsx'
import { WorkSection } from '../questions/work.tsx'
import { sectionStates } from '../sections.ts'
import { showMissing, SubmitCard } from '../submit/card.tsx'
import { lazyResolver, loadSuccessDialog, useServerSettings } from '../submit/lazy-rules.ts'
import { useEarlySubmit } from '../submit/use-early-submit.ts'
import { useSubmit } from '../submit/use-submit.ts'
import { useIncomeYear, useToday, yearChoices, yearDatesOf } from '../years.ts'
import { PrintView } from './print-view.tsx'
import { ProgressBar, SectionList } from './progress.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const SuccessDialog = lazy(async () => ({ default: (await loadSuccessDialog()).SuccessDialog }))

/** Only for users who are logged in. */
const PrefillNotice = lazy(async () => ({
  default: (await retryOrReload(() => import('../prefill/notice.tsx'))).PrefillNotice,
}))

/** The Claims and Deductions form: six numbered sections on one page. */
export function ClaimsForm() {
  const container = useRef<HTMLDivElement>(null)
  const settings = useServerSettings(container)
  const today = useToday()
  const asksMyGovPassword = settings?.asksMyGovPassword ?? product.asksMyGovPassword
  const form = useForm<Answers, unknown, ClaimsPayload>({
    resolver: useMemo(() => lazyResolver(asksMyGovPassword), [asksMyGovPassword]),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const answers: Answers = useWatch({ control: form.control })
  const year = answers.incomeYear || (settings?.defaultIncomeYear ?? lastFinishedYear(today))
  const isSignedIn = useSession()?.role === 'User'
  const user = useStoredUserId()
  const prefill = usePrefill(form, { year, user: isSignedIn ? user : '' })
  const draft = useDraft(form, answers, prefill?.values)
  // After the draft, whose year it replaces.
  useIncomeYear(form, today)
  const { result, submit, forgetAttempt, dismiss } = useSubmit({
    year,
    isSignedIn,
    onSubmitted: draft.finish,
  })

  const { errors } = form.formState
  const states = sectionStates(answers, asksMyGovPassword, (name) => get(errors, name) !== undefined)
  const isComplete = states.every(({ missing }) => missing.length === 0)
  const yearDates = yearDatesOf(year)
  const formSettings = useMemo(
    () => ({ asksMyGovPassword, yearDates, today }),
    [asksMyGovPassword, yearDates, today],
  )

  // Deferred, so that the invisible print view never delays typing.
  const printedAnswers = useDeferredValue(draft.isHydrated ? answers : undefined)

  useShortcuts(container, isComplete, () => showMissing(states))
  const onEarlySubmit = useEarlySubmit((element) =>
    isComplete ? element.requestSubmit() : showMissing(states),
  )

  return (
    <FormSettingsContext value={formSettings}>
      <PrefillContext value={prefill}>
        <SectionStatesContext value={states}>
          <div className="gap-12 lg:grid lg:grid-cols-[16rem_minmax(0,46rem)] print:block" ref={container}>
            <SectionList states={states} />
            <div className={draft.isHydrated ? 'print:hidden' : undefined}>
              <Form
                form={form}
                onSubmit={submit}
                onEarlySubmit={onEarlySubmit}
                label="Claims and Deductions"
                refusalBeside
                className="grid grid-cols-1 gap-5 [&_input]:scroll-mb-28 [&_select]:scroll-mb-28"
              >
                {draft.isHydrated && draft.restoredFrom && (
                  <Notice tone="info">
                    Welcome back. We’ve restored your draft from {plainDate(draft.restoredFrom)}
                    {asksMyGovPassword && ', except the myGov fields'}.
                  </Notice>
                )}
                <Card className="p-5 sm:p-7">
                  <SelectField
                    name="incomeYear"
                    label={labels.incomeYear}
                    hint={`These questions cover ${yearDates.replace(' and ', ' to ')}.`}
                    choices={yearChoices(settings?.incomeYears ?? lodgementYears(today), today)}
                    className="max-w-md"
                  />
                </Card>
                {prefill && (
                  <Suspense fallback={null}>
                    <PrefillNotice prefill={prefill} year={year} answers={answers} />
                  </Suspense>
                )}
                <PersonalSection />
                <SpouseSection />
                <InvestmentSection />
                <DependantsSection />
                <ResidencySection />
                <WorkSection />
                <SubmitCard
                  isComplete={isComplete}
                  asksMyGovPassword={asksMyGovPassword}
                  onClear={() => {
                    draft.clear()
                    forgetAttempt()
                  }}
                />
                <ProgressBar isComplete={isComplete} />
              </Form>
            </div>
            {printedAnswers && <PrintView answers={printedAnswers} year={year} />}
          </div>
          {result && (
            <Suspense fallback={null}>
              <SuccessDialog
                {...result}
                keptIn={isSignedIn ? formatIncomeYear(year) : undefined}
                onClose={dismiss}
              />
            </Suspense>
          )}
        </SectionStatesContext>
      </PrefillContext>
    </FormSettingsContext>
  )
}

import { lodgementTexts } from '@docketbox/contract/lodgement/texts'
import { Printer, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { retryOrReload } from '#platform/offline/retry-when-online.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormRefusal } from '#ui/forms/error-summary.tsx'
import { SubmitButton } from '#ui/forms/form.tsx'
import { Card } from '#ui/layout/card.tsx'
import { useFormSettings, useSectionStates } from '../form-context.ts'
import { questions } from '../labels.ts'
import { goToField, goToSection } from '../navigation.ts'
import type { SectionState } from '../sections.ts'

type SubmitCardProps = { isComplete: boolean; asksMyGovPassword: boolean; onClear: () => void }

/** The end of the form: what's still to complete, fix or answer, and Submit. */
export function SubmitCard({ isComplete, asksMyGovPassword, onClear }: SubmitCardProps) {
  const states = useSectionStates()
  const { yearDates } = useFormSettings()
  const { isSubmitting } = useFormState()
  const incomplete = states.filter(({ missing }) => missing.length > 0)
  const invalid = states.filter((state) => state.invalid.length > 0)
  const unanswered = states.filter(({ isAnswered }) => !isAnswered)
  return (
    <Card className="grid gap-5 p-5 sm:p-7">
      {isComplete && invalid.length === 0 && <p className="font-semibold">Everything we need is here.</p>}
      <SectionLinks heading="Still to complete" states={incomplete} note={(state) => count(state.missing)} />
      <SectionLinks heading="Needs fixing" states={invalid} note={(state) => count(state.invalid)} />
      <SectionLinks
        heading="Not answered (optional)"
        states={unanswered}
        label={({ section }) => section.question && questions[section.question](yearDates)}
      />
      <FormRefusal />
      <div data-submit>
        <SubmitButton busy="Sending…" size="large" wide disabled={!isComplete || isSubmitting}>
          Submit
        </SubmitButton>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 noscript:hidden print:hidden">
        <p className="text-[0.8125rem] text-soft">
          Until you submit or log out, your draft stays on this device
          {asksMyGovPassword && ' (except the myGov fields)'}. Once you’ve submitted it, we delete our copy 90
          days after we’ve dealt with it, and after two years at the latest.
        </p>
        <div className="-mx-3 flex flex-wrap">
          <Button variant="quiet" size="small" icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
          <ClearButton onClear={onClear} />
        </div>
      </div>
    </Card>
  )
}

/** Says that something is missing and focuses the first empty field. */
export function showMissing(states: SectionState[]): void {
  toast.error(lodgementTexts.incomplete)
  const first = states.flatMap(({ missing }) => missing)[0]
  if (first) goToField(first)
}

type SectionLinksProps = {
  heading: string
  states: SectionState[]
  /** The section's title, if left out. */
  label?: (state: SectionState) => string | undefined
  note?: (state: SectionState) => string
}

function SectionLinks({ heading, states, label, note }: SectionLinksProps) {
  if (states.length === 0) return null
  return (
    <div className="text-sm">
      <p className="font-semibold">{heading}</p>
      <ul className="mt-1">
        {states.map((state) => (
          <li key={state.section.name}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center justify-between gap-4 border-b border-line py-1.5 text-left hover:text-leaf-deep"
              onClick={() => goToSection(state)}
            >
              <span>
                {state.number} {label?.(state) ?? state.section.title}
              </span>
              {note && <span className="figures shrink-0 text-soft">{note(state)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function count({ length }: readonly unknown[]): string {
  return length === 1 ? '1 field' : `${length} fields`
}

const ClearDialog = lazy(async () => ({
  default: (await retryOrReload(() => import('../draft/clear-dialog.tsx'))).ClearDialog,
}))

function ClearButton({ onClear }: { onClear: () => void }) {
  const [isAsking, setIsAsking] = useState<boolean>()
  return (
    <>
      <Button variant="quiet" size="small" icon={Trash2} onClick={() => setIsAsking(true)}>
        Clear the form
      </Button>
      {isAsking !== undefined && (
        <Suspense fallback={null}>
          <ClearDialog open={isAsking} onClose={() => setIsAsking(false)} onClear={onClear} />
        </Suspense>
      )}
    </>
  )
}

import { lodgementTexts } from '@docketbox/contract/lodgement/texts'
import { Printer, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { retryWhenOnline } from '#platform/offline/retry-when-online.ts'
import { Button } from '#ui/forms/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SubmitButton } from '#ui/forms/form.tsx'
import { FormRefusal } from '#ui/forms/error-summary.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { goTo, goToField } from '../navigation.ts'
import type { SectionState } from '../sections.ts'
import { useStates } from '../form-context.ts'

type SendCardProps = { isComplete: boolean; onClear: () => void }

/** The end of the form: what is still missing, and Submit. */
export function SendCard({ isComplete, onClear }: SendCardProps) {
  const states = useStates()
  const { isSubmitting } = useFormState()
  const missing = states.filter((state) => state.missing.length > 0)
  const wrong = states.filter((state) => state.wrong.length > 0)
  const unanswered = states.filter(({ isAnswered }) => !isAnswered)
  return (
    <Card className="grid gap-5 p-5 sm:p-7">
      {isComplete && wrong.length === 0 && <p className="font-semibold">Everything we need is here.</p>}
      <Places heading="Still to fill in" states={missing} note={(state) => countOf(state.missing)} />
      <Places heading="To put right" states={wrong} note={(state) => countOf(state.wrong)} />
      {isComplete && (
        <Places heading="Not answered, which is fine" states={unanswered} note={() => 'Question'} />
      )}
      <FormRefusal />
      <div data-submit>
        <SubmitButton busy="Sending…" size="large" wide disabled={!isComplete || isSubmitting}>
          Submit
        </SubmitButton>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 noscript:hidden print:hidden">
        <p className="text-[0.8125rem] text-soft">
          Until then it is kept on this device only, without the myGov fields. We delete what you sent 90 days
          after we have dealt with it.
        </p>
        <div className="-mx-3 flex">
          <Button
            variant="quiet"
            size="small"
            icon={<Printer className="size-4" aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <ClearButton onClear={onClear} />
        </div>
      </div>
    </Card>
  )
}

/** Says that something is missing, and brings the cursor there. Nothing is sent. */
export function tellIncomplete(states: SectionState[]): void {
  toast.error(lodgementTexts.incomplete)
  const first = states.flatMap(({ missing }) => missing)[0]
  if (first) goToField(first)
}

type PlacesProps = { heading: string; states: SectionState[]; note: (state: SectionState) => string }

function Places({ heading, states, note }: PlacesProps) {
  if (states.length === 0) return null
  return (
    <div className="text-sm">
      <p className="font-semibold">{heading}</p>
      <ul className="mt-1">
        {states.map((state) => (
          <li key={state.section.name}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center justify-between gap-4 border-b border-line text-left hover:text-leaf-deep"
              onClick={() => goTo(state)}
            >
              <span>
                {state.number} {state.section.title}
              </span>
              <span className="figures shrink-0 text-soft">{note(state)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? '1 field' : `${length} fields`
}

const ClearDialog = lazy(async () => ({
  default: (await retryWhenOnline(() => import('../draft/clear-dialog.tsx'))).ClearDialog,
}))

function ClearButton({ onClear }: { onClear: () => void }) {
  const [isAsking, setIsAsking] = useState<boolean>()
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<Trash2 className="size-4" aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        Clear the form
      </Button>
      {isAsking !== undefined && (
        <Suspense fallback={null}>
          <ClearDialog open={isAsking} onOpenChange={setIsAsking} onClear={onClear} />
        </Suspense>
      )}
    </>
  )
}

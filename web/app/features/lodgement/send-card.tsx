import { lodgementTexts } from '@docketbox/contract/lodgement'
import { Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { AlertDialog } from '#ui/dialog'
import { SubmitButton } from '#ui/form'
import { toast } from '#ui/toast'
import { goTo, goToField } from './going.ts'
import type { SectionState } from './sections.ts'
import { useStanding } from './standing.tsx'

type SendCardProps = { isComplete: boolean; onClear: () => void }

/** The end of the form: what is still missing, and Submit. */
export function SendCard({ isComplete, onClear }: SendCardProps) {
  const { states } = useStanding()
  const { isSubmitting } = useFormState()
  const unanswered = states.filter(({ isDone, missing }) => !isDone && missing.length === 0)
  return (
    <Card className="grid gap-5 p-5 sm:p-7">
      {isComplete ? (
        <p className="font-semibold">Everything we need is here.</p>
      ) : (
        <Places heading="Still to fill in" states={states.filter(({ missing }) => missing.length > 0)} />
      )}
      {isComplete && unanswered.length > 0 && (
        <Places heading="Not answered, which is fine" states={unanswered} />
      )}
      <div data-submit>
        <SubmitButton busy="Sending…" size="large" wide disabled={!isComplete || isSubmitting}>
          Submit
        </SubmitButton>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 print:hidden">
        <p className="text-[0.8125rem] text-soft">
          Until then it is kept on this device only, without the myGov fields.
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

function Places({ heading, states }: { heading: string; states: SectionState[] }) {
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
              <span className="figures shrink-0 text-soft">{fieldsIn(state)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function fieldsIn({ missing: { length } }: SectionState): string {
  if (length === 0) return 'Question'
  return length === 1 ? '1 field' : `${length} fields`
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
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
      <AlertDialog
        title="Clear the form?"
        open={isAsking}
        onOpenChange={setIsAsking}
        confirm="Clear the form"
        cancel="Keep it"
        onConfirm={() => {
          setIsAsking(false)
          onClear()
        }}
      >
        Everything you typed here is removed from this device.
      </AlertDialog>
    </>
  )
}

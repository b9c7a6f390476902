import { ArrowDown, Check } from 'lucide-react'
import { useFormState } from 'react-hook-form'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { SubmitButton } from '#ui/forms/form.tsx'
import { goToSection } from '../navigation.ts'
import type { SectionState } from '../sections.ts'
import { useSectionStates } from '../form-context.ts'

/** The six sections beside the form on wide screens, with links and check marks. */
export function SectionList({ states }: { states: SectionState[] }) {
  return (
    <nav aria-label="Sections" className="sticky top-24 hidden self-start lg:block print:hidden">
      <p className="figures mb-3 text-sm font-semibold text-soft">{progressText(states, 'sections done')}</p>
      <ol className="grid border-l-2 border-line">
        {states.map((state) => (
          <li key={state.section.name}>
            <a
              href={`#${state.section.name}`}
              className={classNames(
                '-ml-0.5 flex min-h-11 items-center gap-2 border-l-2 py-1.5 pr-2 pl-4 text-sm transition-colors duration-150 hover:bg-leaf-tint',
                state.isDone ? 'border-leaf font-medium text-ink' : 'border-transparent text-soft',
              )}
              onClick={(event) => {
                event.preventDefault()
                goToSection(state)
              }}
            >
              <span className="figures">{state.number}</span>
              <span>{state.section.title}</span>
              {state.isDone && (
                <span className="ml-auto text-leaf">
                  <Check className="size-4" aria-hidden="true" />
                  <span className="sr-only">, done</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The progress at the bottom of a phone's screen, with a button for the next section. */
export function ProgressBar({ isComplete }: { isComplete: boolean }) {
  const states = useSectionStates()
  const { isSubmitting } = useFormState()
  const next = states.find(({ isDone }) => !isDone)
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex items-center gap-4 border-t border-line bg-paper/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur sm:-mx-6 sm:px-6 lg:hidden noscript:hidden print:hidden">
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="figures text-sm font-medium">{progressText(states, 'done')}</p>
        <div aria-hidden="true" className="flex gap-1">
          {states.map(({ section, isDone }) => (
            <span
              key={section.name}
              className={classNames(
                'h-1.5 flex-1 rounded-full transition-colors duration-200',
                isDone ? 'bg-leaf' : 'bg-line',
              )}
            />
          ))}
        </div>
      </div>
      {next ? (
        <Button
          variant="secondary"
          icon={ArrowDown}
          iconClassName="size-4 shrink-0"
          onClick={() => goToSection(next)}
        >
          Next: {next.section.shortTitle}
        </Button>
      ) : (
        <SubmitButton busy="Sending…" disabled={!isComplete || isSubmitting}>
          Submit
        </SubmitButton>
      )}
    </div>
  )
}

/** How many sections are done or, once only optional questions are left, how many of those. */
function progressText(states: SectionState[], done: string): string {
  const unfinished = states.filter(({ isDone }) => !isDone)
  const isOptional = unfinished.every(({ missing, invalid }) => missing.length + invalid.length === 0)
  if (unfinished.length === 0 || !isOptional)
    return `${states.length - unfinished.length} of ${states.length} ${done}`
  return `${unfinished.length} optional left`
}

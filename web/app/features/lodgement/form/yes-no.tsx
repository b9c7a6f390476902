import { type ReactNode, Suspense, use } from 'react'
import { useWatch } from 'react-hook-form'
import { useHydrated } from '#platform/page/use-hydrated.ts'
import { RadioField } from '#ui/fields/choice-fields.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import type { Answers, YesNo } from '../answers.ts'
import { questions } from '../labels.ts'
import type { QuestionName } from '../sections.ts'
import { useStanding } from '../form-context.ts'

const choices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

type YesNoProps = {
  name: QuestionName
  hint?: ReactNode
  /** What the answer opens: Yes alone unless told. */
  opensAfter?: 'yes' | 'either'
  children: ReactNode
}

/** A Yes/No question and what its answer opens. Until the script is here, style alone opens and closes it. */
export function YesNo({ name, hint, opensAfter = 'yes', children }: YesNoProps) {
  const { between } = useStanding()
  const isHere = useHydrated()
  const answer = useWatch<Answers>({ name }) as YesNo | null | undefined
  const isOpen = opensAfter === 'either' ? Boolean(answer) : answer === 'yes'
  return (
    <div className="group/question grid gap-6">
      <RadioField name={name} label={questions[name](between)} hint={hint} choices={choices} inline />
      {(isOpen || !isHere) && (
        <div
          className={classNames(
            'hidden gap-5 animate-rise',
            opensAfter === 'either'
              ? 'group-has-[input[type=radio]:checked]/question:grid'
              : 'group-has-[input[value=yes]:checked]/question:grid',
          )}
        >
          <Suspense fallback={null}>
            <Asleep unless={isOpen}>{children}</Asleep>
          </Suspense>
        </div>
      )}
    </div>
  )
}

/**
 * Leaves what is closed as the HTML it came as: when the script takes over, that is taken out of the page at once and
 * need not come to life before.
 */
function Asleep({ unless: isAwake, children }: { unless: boolean; children: ReactNode }) {
  if (!isAwake && typeof document !== 'undefined') use(never)
  return children
}
const never = new Promise<never>(() => undefined)

import { type ReactNode, Suspense, use, useLayoutEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useHydrated } from '#platform/document/use-hydrated.ts'
import { RadioField } from '#ui/fields/choice-fields.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import type { Answers, YesNo as YesOrNo } from '../answers.ts'
import { useFormSettings } from '../form-context.ts'
import { questions } from '../labels.ts'
import type { QuestionName } from '../sections.ts'

const choices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

type YesNoProps = {
  name: QuestionName
  hint?: ReactNode
  /** Which answer shows the children. */
  opensAfter?: 'yes' | 'either'
  children: ReactNode
}

/** A Yes/No question and the fields its answer shows. Before hydration, CSS alone shows and hides them. */
export function YesNo({ name, hint, opensAfter = 'yes', children }: YesNoProps) {
  const { yearDates } = useFormSettings()
  const isHydrated = useHydrated()
  const answer = useWatch<Answers>({ name }) as YesOrNo | null | undefined
  const isOpen = opensAfter === 'either' ? Boolean(answer) : answer === 'yes'
  return (
    <div className="group/question grid gap-6">
      <RadioField
        name={name}
        label={questions[name](yearDates)}
        hint={hint}
        choices={choices}
        optional
        inline
      />
      {(isOpen || !isHydrated) && (
        <div
          className={classNames(
            'hidden gap-5 animate-rise',
            opensAfter === 'either'
              ? 'group-has-[input[type=radio]:checked]/question:grid'
              : 'group-has-[input[value=yes]:checked]/question:grid',
          )}
        >
          <Suspense fallback={null}>
            <SkipHydration unless={isOpen}>
              <KeepFocus>{children}</KeepFocus>
            </SkipHydration>
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** Suspends hidden fields: after hydration they leave the page anyway, so hydrating them would be wasted. */
function SkipHydration({ unless: isNeeded, children }: { unless: boolean; children: ReactNode }) {
  if (!isNeeded && typeof document !== 'undefined') use(never)
  return children
}
const never = new Promise<never>(() => undefined)

/** Its fields take the place of prerendered ones, in which the user may be typing. */
function KeepFocus({ children }: { children: ReactNode }) {
  const [focused] = useState(() => (typeof document === 'undefined' ? undefined : document.activeElement?.id))
  useLayoutEffect(() => {
    if (!focused || document.activeElement !== document.body) return
    const field = document.getElementById(focused)
    field?.focus({ preventScroll: true })
    if (field instanceof HTMLInputElement && field.type === 'text')
      field.setSelectionRange(field.value.length, field.value.length)
  }, [focused])
  return children
}

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { useSectionState } from '../form-context.ts'
import type { SectionName } from '../sections.ts'

type FormSectionProps = { name: SectionName; lead?: ReactNode; children: ReactNode }

/** One of the six numbered sections, with a check mark once it's done. */
export function FormSection({ name, lead, children }: FormSectionProps) {
  const { section, number, isDone } = useSectionState(name)
  const headingId = `section-${name}`
  return (
    <section aria-labelledby={headingId} id={name} className="scroll-mt-20">
      <Card className="grid gap-6 p-5 sm:p-7">
        <div className="grid gap-1.5">
          <h2 id={headingId} className="flex items-center gap-3 text-xl sm:text-2xl">
            <span
              className={classNames(
                'figures grid size-9 shrink-0 place-items-center rounded-full border-2 text-base transition-colors duration-200',
                isDone ? 'border-leaf bg-leaf text-on-leaf' : 'border-edge text-soft',
              )}
            >
              {number}
            </span>
            {section.title}
            {isDone && (
              <span className="ml-auto text-leaf">
                <Check className="size-6" aria-hidden="true" />
                <span className="sr-only">, done</span>
              </span>
            )}
          </h2>
          {lead && <p className="text-sm text-soft">{lead}</p>}
        </div>
        {children}
      </Card>
    </section>
  )
}

import { Plus } from 'lucide-react'
import { questions } from './answers.tsx'
import { SectionHeading } from './section-heading.tsx'

/** A native disclosure each: they open without script and by keyboard. */
export function Questions() {
  return (
    <section aria-labelledby="questions-heading" className="mx-auto max-w-6xl px-4 py-20 sm:px-6 md:py-28">
      <div className="grid gap-10 lg:grid-cols-[1fr_1.6fr]">
        <SectionHeading id="questions-heading" lead="Short answers to what people ask before they sign up.">
          Frequently asked questions
        </SectionHeading>
        <div className="border-t border-line">
          {questions.map(({ question, answer }, index) => (
            <details
              key={question}
              name="questions"
              open={index === 0}
              className="group border-b border-line"
            >
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 text-lg font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <Plus
                  aria-hidden="true"
                  className="size-5 shrink-0 text-leaf transition-transform duration-150 group-open:rotate-45"
                />
              </summary>
              <div className="grid max-w-prose gap-3 pb-6 text-soft">
                {answer.map((paragraph, position) => (
                  <p key={position}>{paragraph}</p>
                ))}
              </div>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

import type { ReactNode } from 'react'
import { DocketCard } from '#ui/layout/card.tsx'
import { SectionHeading } from './section-heading.tsx'

const steps: { title: string; text: ReactNode }[] = [
  {
    title: 'Enter your information',
    text: 'Create an account with your name, email, phone number and state. It takes a minute. No card needed.',
  },
  {
    title: 'Upload receipts and list expenses',
    text: 'Photograph dockets as you get them, even without reception, or drop in scans and PDFs. Check what we read, and choose one of six categories. Add your work trips and working-from-home hours.',
  },
  {
    title: 'Review and submit',
    text: 'At the end of the financial year, see what’s missing and share the year with your tax agent. Or send us the form, and we’ll confirm straight away. We don’t lodge your return with the ATO: you or your agent does.',
  },
]

export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      tabIndex={-1}
      aria-labelledby="how-it-works-heading"
      className="mx-auto max-w-6xl px-4 py-20 outline-none sm:px-6 md:py-28"
    >
      <SectionHeading id="how-it-works-heading" lead="From the counter to tax time in three steps.">
        How It Works
      </SectionHeading>
      <ol className="mt-12 grid gap-8 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="odd:md:-rotate-1 even:md:translate-y-6 even:md:rotate-1">
            <DocketCard className="h-full px-6 pb-12">
              <p aria-hidden="true" className="figures font-heading text-5xl font-bold text-wattle-deep">
                {index + 1}
              </p>
              <h3 className="mt-4 text-xl">{title}</h3>
              <p className="mt-2 text-soft">{text}</p>
            </DocketCard>
          </li>
        ))}
      </ol>
    </section>
  )
}

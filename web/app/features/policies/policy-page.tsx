import type { ReactNode } from 'react'
import { PageHeading } from '#ui/layout/page-heading.tsx'

/** A page to read from top to bottom, and to print. */
export function PolicyPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <article className="mx-auto grid max-w-3xl gap-8 px-4 pt-10 pb-20 sm:px-6 sm:pt-14">
      <header className="grid gap-4">
        <PageHeading className="text-4xl font-bold sm:text-5xl">{title}</PageHeading>
        {lead && <p className="max-w-prose text-lg text-soft">{lead}</p>}
      </header>
      {children}
    </article>
  )
}

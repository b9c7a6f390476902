import type { ReactNode } from 'react'

export function SectionHeading({ id, lead, children }: { id: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="grid content-start gap-3">
      <h2 id={id} className="text-4xl font-bold sm:text-5xl">
        {children}
      </h2>
      <p className="max-w-xl text-lg text-soft">{lead}</p>
    </div>
  )
}

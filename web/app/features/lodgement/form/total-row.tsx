import type { ReactNode } from 'react'
import { Amount } from '#ui/data/amount.tsx'
import { Perforation } from '#ui/layout/card.tsx'

type TotalRowProps = { label: string; note: ReactNode; cents: number | undefined }

export function TotalRow({ label, note, cents }: TotalRowProps) {
  return (
    <div className="grid gap-4">
      <Perforation />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div>
          <p className="font-semibold">{label}</p>
          <p className="text-[0.8125rem] text-soft">{note}</p>
        </div>
        <output className="ml-auto font-heading text-2xl font-bold">
          {cents === undefined ? <span className="text-soft">–</span> : <Amount cents={cents} />}
        </output>
      </div>
    </div>
  )
}

import { formatCents } from '@docketbox/contract/core/money'
import type { Meter, YearSummary } from '@docketbox/contract/years/summary'
import { ProgressBar } from '#ui/data/progress.tsx'
import { Card } from '#ui/layout/card.tsx'

/** What each meter means and what it doesn't, with its limit. */
const texts: Record<
  Meter['kind'],
  { label: string; means: (limit: string, each: string) => string; not: string }
> = {
  writtenEvidence: {
    label: 'Work expenses that count towards the limit',
    means: (limit) =>
      `The law doesn’t ask for receipts or other written evidence of work expenses up to ${limit} in total. Above that, you need it for all of them, not just the part above the limit.`,
    not: `You can only claim what you’ve spent. Car, travel allowance and meal allowance expenses don’t count towards it. Gifts, tax agent fees and business or rental expenses have their own rules.`,
  },
  smallExpenses: {
    label: 'Small expenses written down without a receipt',
    means: (limit, each) =>
      `For expenses of ${each} or less, up to ${limit} a year in total, you can write the record yourself, as soon as you can after paying.`,
    not: 'This isn’t an extra deduction: you must have spent the money on work. Above the limit, these expenses need receipts too.',
  },
  laundry: {
    label: 'Laundry for work clothes',
    means: (limit) =>
      `Up to ${limit} of washing, drying and ironing eligible work clothes needs no written evidence, even when your work expenses are above their limit.`,
    not: 'It doesn’t cover dry cleaning or everyday clothes, and it counts towards your work expenses.',
  },
}

/** How much of each simpler rule is used. */
export function Meters({ summary: { meters } }: { summary: YearSummary }) {
  return (
    <Card className="grid grid-cols-1 gap-4 print:break-inside-avoid">
      <h2 className="text-lg">When you need receipts</h2>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-3 print:grid-cols-1">
        {meters.map((meter) => (
          <MeterRow key={meter.kind} meter={meter} />
        ))}
      </div>
    </Card>
  )
}

function MeterRow({ meter }: { meter: Meter }) {
  const { kind, usedCents, hasUnknown, limitCents, eachCents, status } = meter
  const { label, means, not } = texts[kind]
  const used = formatCents(usedCents)
  const unknown = hasUnknown && <p className="font-medium">Some figures aren’t known yet.</p>
  if (limitCents === null)
    return (
      <div className="grid gap-1 text-sm">
        <h3 className="font-medium">{label}</h3>
        <p className="text-soft">We don’t know this year’s limit. So far: {used}.</p>
        {unknown}
      </div>
    )
  const [limit, each] = [limitCents, eachCents ?? 0].map((cents) => formatCents(cents).replace('.00', ''))
  const isOver = usedCents > limitCents
  return (
    <div className="grid content-start gap-2 text-sm">
      <h3 className="font-medium">{label}</h3>
      <ProgressBar
        label={isOver ? 'Above the limit' : 'So far'}
        status={`${used} of ${limit}`}
        value={usedCents}
        total={limitCents}
      />
      {unknown}
      <p className="text-soft">{means(limit!, each!)}</p>
      <p className="text-soft">{not}</p>
      {status !== 'law' && <p className="font-medium">{statusText[status]}</p>}
    </div>
  )
}

const statusText = {
  draft: 'The rules for this year are still changing, so keep every receipt.',
  unknown: 'This limit isn’t confirmed for this year.',
}

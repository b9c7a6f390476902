import { daysOf, formatIncomeYear, lodgementYears } from '@docketbox/contract/core/income-years'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { LodgedVia } from '@docketbox/contract/years/schemas'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { LodgedReturnDialog } from './dialog.tsx'
import { hasEntries, saveCalendar } from './save-calendar.ts'

const viaTexts: Record<LodgedVia, string> = {
  myTax: 'with myTax',
  agent: 'through a registered tax agent',
  paper: 'on paper',
}

type LodgedReturnCardProps = { summary: YearSummary; isReadOnly: boolean }

export function LodgedReturnCard({ summary, isReadOnly }: LodgedReturnCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { incomeYear, lodgement, deadlines } = summary
  const { last } = daysOf(incomeYear)
  const isOver = today() > last
  return (
    <Card className="grid grid-cols-1 gap-4 print:break-inside-avoid">
      <h2 className="text-lg">{isReadOnly ? 'Tax return' : 'Your tax return'}</h2>
      {lodgement ? (
        <p>
          {isReadOnly ? 'Lodged on' : 'You lodged it on'}{' '}
          <strong>{formatDayUnbroken(lodgement.lodgedOn)}</strong>, {viaTexts[lodgement.via]}.
          {lodgement.amendedOn && ` Amended on ${formatDayUnbroken(lodgement.amendedOn)}.`}
        </p>
      ) : (
        <Deadlines deadlines={deadlines} isReadOnly={isReadOnly} />
      )}
      {!isReadOnly && (
        <div className="flex flex-wrap gap-3 print:hidden">
          {isOver && (
            <Button variant={lodgement ? 'secondary' : 'primary'} onClick={() => setIsOpen(true)}>
              {lodgement ? 'Change' : 'I’ve lodged it'}
            </Button>
          )}
          {hasEntries(summary) && (
            <Button variant="secondary" icon={CalendarPlus} onClick={() => saveCalendar(summary)}>
              Add to calendar
            </Button>
          )}
        </div>
      )}
      {!isReadOnly && lodgementYears(today()).includes(incomeYear) && (
        <p className="text-sm text-soft print:hidden">
          <TextLink to={withQuery(paths.lodgement, { year: incomeYear })}>Prepare the form</TextLink> for our
          team or a registered tax agent. We fill in what we know, and nothing goes to the ATO.
        </p>
      )}
      {!isOver && !isReadOnly && (
        <p className="text-sm text-soft">
          {formatIncomeYear(incomeYear)} ends on {formatDayUnbroken(last)}. Once you’ve lodged your return,
          tell us here when.
        </p>
      )}
      {isOpen && <LodgedReturnDialog summary={summary} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

type DeadlinesProps = Pick<YearSummary, 'deadlines'> & { isReadOnly: boolean }

function Deadlines({ deadlines, isReadOnly }: DeadlinesProps) {
  if (!deadlines) return <p className="text-soft">We don’t know when this year’s return is due.</p>
  const { self, agent } = deadlines
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2">
        <Deadline term={isReadOnly ? 'Lodged without an agent' : 'If you lodge it yourself'} day={self} />
        <Deadline term="Through a registered tax agent" day={agent} />
      </dl>
      <p className="text-sm text-soft">
        {isReadOnly
          ? 'The agent’s date only applies to people who are their clients by 31 October.'
          : 'The agent’s date only applies if you’re their client by 31 October. They may give you an earlier one.'}
      </p>
    </div>
  )
}

function Deadline({ term, day }: { term: string; day: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="grow basis-32">{term}</dt>
      <dd className="figures shrink-0 text-right font-semibold">
        {formatDayUnbroken(day)}
        {day < today() && <span className="block text-sm font-normal text-soft">has passed</span>}
      </dd>
    </div>
  )
}

import { daysBetween } from '@docketbox/contract/core/dates'
import { formatIncomeYear } from '@docketbox/contract/core/income-years'
import { LOGBOOK_DAYS } from '@docketbox/contract/records/logbook'
import type { LogbookResult, Vehicle } from '@docketbox/contract/records/schemas'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { latest, listed } from '#ui/forms/latest.ts'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { ProgressBar } from '#ui/data/progress.tsx'
import { LogbookDialog } from './logbook-dialog.tsx'

type LogbooksProps = { vehicle: Vehicle; incomeYear: string; logbooks: readonly LogbookResult[] }

export function Logbooks({ vehicle, incomeYear, logbooks }: LogbooksProps) {
  const [opened, setOpened] = useState<LogbookResult | 'new'>()
  const missing = [
    ...(vehicle.registration ? [] : ['registration']),
    ...(vehicle.engineCapacity ? [] : ['engine capacity']),
  ]
  return (
    <section aria-label={`Logbooks for ${vehicle.name}`} className="grid gap-3">
      <h3 className="font-semibold">Logbook</h3>
      {logbooks.length === 0 && (
        <p className="text-sm text-soft">
          A logbook of 12 typical weeks in a row shows how much you drive for work. You can use it for five
          income years. Each trip needs odometer readings.
        </p>
      )}
      {logbooks.map((logbook) => (
        <LogbookSummary key={logbook._id} logbook={logbook} onEdit={() => setOpened(logbook)} />
      ))}
      {logbooks.length > 0 && missing.length > 0 && (
        <p className="text-sm text-wattle-deep">
          A logbook also needs the car’s {missing.join(' and ')}. Edit the car to add{' '}
          {missing.length === 1 ? 'it' : 'them'}.
        </p>
      )}
      <Button
        variant="secondary"
        className="justify-self-start"
        icon={BookOpen}
        onClick={() => setOpened('new')}
      >
        {logbooks.length === 0 ? 'Start a logbook' : 'Start another logbook'}
      </Button>
      {opened && (
        <LogbookDialog
          logbook={opened === 'new' ? undefined : latest(logbooks, opened)}
          known={opened === 'new' ? undefined : listed(logbooks, opened)}
          vehicle={vehicle}
          incomeYear={incomeYear}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}

function LogbookSummary({ logbook, onEdit }: { logbook: LogbookResult; onEdit: () => void }) {
  const { startedOn, endedOn, workKm, totalKm, workPercent, problems, incompleteTrips, lastYear } = logbook
  const isUsable = problems.length === 0
  return (
    <div className="grid gap-2 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="figures text-sm font-medium">
          {formatDayUnbroken(startedOn)} {endedOn ? `to ${formatDayUnbroken(endedOn)}` : 'to today'}
        </p>
        {isUsable && <Stamp>{workPercent}% work</Stamp>}
      </div>
      {endedOn === null ? (
        <Running startedOn={startedOn} workKm={workKm} />
      ) : (
        <p className="figures text-sm text-soft">
          {workKm.toLocaleString('en-AU')} of {totalKm === null ? '?' : totalKm.toLocaleString('en-AU')} km
          for work. You can use it until {formatIncomeYear(lastYear)}.
        </p>
      )}
      {/* Until a logbook ends, its first problem is always that it hasn't. */}
      {(endedOn === null ? problems.slice(1) : problems).map((problem) => (
        <p key={problem} className="text-sm text-wattle-deep">
          {problem}
        </p>
      ))}
      {incompleteTrips > 0 && (
        <p className="text-sm text-wattle-deep">
          {incompleteTrips === 1
            ? '1 trip in this period doesn’t count because it has no odometer readings.'
            : `${incompleteTrips} trips in this period don’t count because they have no odometer readings.`}
        </p>
      )}
      <Button variant="quiet" size="small" className="-ml-3 justify-self-start" onClick={onEdit}>
        {endedOn === null ? 'Finish or edit' : 'Edit'}
      </Button>
    </div>
  )
}

function Running({ startedOn, workKm }: Pick<LogbookResult, 'startedOn' | 'workKm'>) {
  const days = Math.max(0, daysBetween(startedOn, today()) + 1)
  const weeks = Math.floor(days / 7)
  return (
    <>
      <ProgressBar
        label={days >= LOGBOOK_DAYS ? 'Long enough to finish' : 'Keep entering your trips'}
        status={`${weeks} of 12 weeks`}
        value={days}
        total={LOGBOOK_DAYS}
      />
      {workKm > 0 && (
        <p className="figures text-sm text-soft">{workKm.toLocaleString('en-AU')} km for work so far.</p>
      )}
    </>
  )
}

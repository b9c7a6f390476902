import { addDays } from '@docketbox/contract/core/dates'
import { daysOfDiary } from '@docketbox/contract/records/diary'
import type { Diary, Service } from '@docketbox/contract/records/schemas'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatDayOfYearUnbroken, today } from '#platform/format/dates.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { KeptWeeks } from '../kept-weeks.tsx'
import { DiaryRow } from './diary-row.tsx'

type DiaryDaysProps = { service: Service; diary: Diary; unit: string }

/** The days of a diary, one week at a time; each is saved when it's left. */
export function DiaryDays({ service, diary, unit }: DiaryDaysProps) {
  const days = daysOfDiary(diary.startedOn)
  const weeks = [0, 7, 14, 21].map((start) => days.slice(start, start + 7))
  const [week, setWeek] = useState(() =>
    Math.max(
      0,
      weeks.findIndex((each) => each.includes(today())),
    ),
  )
  const shown = weeks[week]!
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-[0.8125rem] text-soft">{unit} Enter 0 for days you didn’t use it.</p>
      <div className="flex items-center justify-between gap-2">
        <IconButton
          icon={ChevronLeft}
          label="Previous week"
          className="-ml-2"
          disabled={week === 0}
          onClick={() => setWeek(week - 1)}
        />
        <p className="figures text-sm font-semibold" aria-live="polite">
          Week {week + 1}: {formatDayOfYearUnbroken(shown[0]!)} –{' '}
          {formatDayOfYearUnbroken(addDays(shown[0]!, 6))}
        </p>
        <IconButton
          icon={ChevronRight}
          label="Next week"
          className="-mr-2"
          disabled={week === weeks.length - 1}
          onClick={() => setWeek(week + 1)}
        />
      </div>
      <div
        aria-hidden="true"
        className="grid grid-cols-[minmax(0,1fr)_5rem_5rem] gap-3 text-right text-xs font-semibold text-soft"
      >
        <span />
        <span>Work</span>
        <span>Personal</span>
      </div>
      <KeptWeeks name={service} shown={week} nameOf={(week) => `week ${week + 1}`} onShow={setWeek}>
        {(week) => (
          <ol className="grid gap-2">
            {weeks[week]!.map((day) => (
              <li key={day}>
                <DiaryRow
                  service={service}
                  day={day}
                  entered={diary.days.find((other) => other.day === day)}
                  isDisabled={day > today()}
                />
              </li>
            ))}
          </ol>
        )}
      </KeptWeeks>
    </div>
  )
}

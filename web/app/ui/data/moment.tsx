import { dayLabel, exactTime } from '#platform/format/dates.ts'

/** Today, Yesterday or a date, with the exact time on hover. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const isDay = at.length === 10
  return (
    <time dateTime={at} title={isDay ? undefined : exactTime(at)} className={className}>
      {dayLabel(at)}
    </time>
  )
}

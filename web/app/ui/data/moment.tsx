import { dayLabel, exactTime } from '#platform/format/dates.ts'

/** A day as people say it, with the exact time on hover and for machines. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const isDay = at.length === 10
  return (
    <time dateTime={at} title={isDay ? undefined : exactTime(at)} className={className}>
      {dayLabel(at)}
    </time>
  )
}

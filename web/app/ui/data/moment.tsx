import { useToday } from '#platform/page/use-today.ts'
import { dayInSentence, dayLabel, exactTime } from '#platform/format/dates.ts'

/** Today, Yesterday or a date, with the exact time on hover. */
export function Moment({ at, inSentence }: { at: string; inSentence?: boolean }) {
  useToday()
  const isDay = at.length === 10
  return (
    <time dateTime={at} title={isDay ? undefined : exactTime(at)}>
      {inSentence ? dayInSentence(at) : dayLabel(at)}
    </time>
  )
}

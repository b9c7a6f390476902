import { addDays, CLOSING_GRACE_DAYS, HOME_TIME_ZONE, sydneyDay } from '@docketbox/contract'

/** The end of the last day on which an account closed at `now` can be reopened, which mails and screens name. */
export function endOfGrace(now: Date, days: number = CLOSING_GRACE_DAYS): Date {
  const nextDay = Temporal.PlainDate.from(addDays(sydneyDay(now), days + 1))
  return new Date(nextDay.toZonedDateTime(HOME_TIME_ZONE).epochMilliseconds)
}

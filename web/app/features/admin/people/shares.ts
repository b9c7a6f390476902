import { useQuery } from '@tanstack/react-query'
import { formatDayUnbroken } from '#platform/format/dates.ts'
import { sharesOf } from '../queries.ts'

/** Whether a person shares income years: neither with whom nor what, which administrators don't see. */
export function Shares({ userId }: { userId: string }) {
  const { data, isError } = useQuery(sharesOf(userId))
  if (isError) return 'We couldn’t load this.'
  if (!data) return '…'
  const { docs } = data
  if (docs.length === 0) return 'None'
  const active = docs.filter(({ status }) => status === 'active')
  const ended = docs.length - active.length
  const last = active.map(({ until }) => until).toSorted()
  return [
    ...(active.length > 0 ? [`${active.length} active, until ${formatDayUnbroken(last.at(-1)!)}`] : []),
    ...(ended > 0 ? [`${ended} ended`] : []),
  ].join('; ')
}

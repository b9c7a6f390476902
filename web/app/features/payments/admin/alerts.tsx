import { useMutation, useQuery } from '@tanstack/react-query'
import { exactTime } from '#platform/format/dates.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/controls/button.tsx'
import { dismissAlert, paymentAlerts } from '../queries.ts'

/** What needs an administrator, until they dismiss it. Renders nothing without any. */
export function Alerts() {
  const { data } = useQuery(paymentAlerts)
  const dismiss = useMutation(dismissAlert)
  if (!data?.alerts.length) return null
  return (
    <section aria-label="Needs attention" className="grid gap-3">
      {data.alerts.map(({ _id, message, times, lastRaisedAt }) => (
        <Notice key={_id} tone="warning">
          <p>{message}</p>
          <p className="mt-1 text-xs">
            {times > 1 && `${times.toLocaleString('en-AU')} times, last on `}
            {exactTime(lastRaisedAt)}
          </p>
          <Button
            size="small"
            variant="secondary"
            className="mt-2"
            disabled={dismiss.isPending}
            onClick={() =>
              dismiss.mutate({ params: { id: _id } }, { onError: ({ message }) => toast.error(message) })
            }
          >
            Dismiss
          </Button>
        </Notice>
      ))}
    </section>
  )
}

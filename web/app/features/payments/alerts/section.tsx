import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { PaymentAlert } from '@docketbox/contract/payments/admin-endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { longTime } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { onFirstClick } from '#ui/controls/first-click.ts'
import { LoadError } from '#ui/data/load-error.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { offerUndo, toastError } from '#ui/feedback/toast.ts'
import { classNames } from '#ui/layout/class-names.ts'
import { TextLink } from '#ui/layout/text-link.tsx'
import { dismissAlert, paymentAlerts, restoreAlert } from '../queries.ts'

/** What needs an administrator, until they dismiss it: the latest, and on request all. Renders nothing without any, but says so if they can't be loaded. */
export function Alerts() {
  const query = useQuery(paymentAlerts)
  const [areAllShown, setAllShown] = useState(false)
  const listId = useId()
  const alerts = query.data?.alerts ?? []
  if (alerts.length === 0) return <LoadError query={query}>We couldn’t load the alerts.</LoadError>
  const isShortened = alerts.length > 1 && !areAllShown

  return (
    <section aria-label="Needs attention">
      <Notice tone="warning" className="*:last:grow">
        {alerts.length > 1 && (
          <div className="-mt-2.5 -mb-1 flex items-center justify-between gap-3">
            <h2 className="text-sm">{alerts.length.toLocaleString('en-AU')} alerts</h2>
            <Button size="small" variant="quiet" className="-mr-3" onClick={() => setAllShown(!areAllShown)}>
              {areAllShown ? 'Show the latest' : 'Show all'}
            </Button>
          </div>
        )}
        <ul id={listId} className="grid divide-y divide-wattle/40">
          {alerts.slice(0, isShortened ? 1 : undefined).map((alert) => (
            <li key={alert._id} className="grid gap-1 py-2 first:pt-0 last:pb-0">
              <p
                id={`${listId}${alert._id}`}
                className={classNames('wrap-anywhere', isShortened && 'line-clamp-5 sm:line-clamp-2')}
              >
                {alert.message}
              </p>
              {!isShortened && <p className="text-xs">{timesOf(alert)}</p>}
              <div className="-mb-2 flex items-center gap-4">
                <AlertLink alert={alert} />
                <DismissButton id={alert._id} describedBy={`${listId}${alert._id}`} />
              </div>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  )
}

function DismissButton({ id, describedBy }: { id: string; describedBy: string }) {
  const restore = useMutation(restoreAlert)
  const { mutate, isPending } = useMutation({
    ...dismissAlert,
    // Not in `mutate`, whose callbacks don't run once the alert is gone.
    onSuccess: ({ message }) => offerUndo(message, () => restore.mutateAsync({ params: { id } })),
    onError: toastError,
  })
  return (
    <Button
      size="small"
      variant="quiet"
      className="first:-ml-3"
      aria-describedby={describedBy}
      busy={isPending && 'Dismissing…'}
      onClick={onFirstClick(() => mutate({ params: { id } }))}
    >
      Dismiss
    </Button>
  )
}

/** Leads to the payment, or to all of the user’s payments and their credit. */
function AlertLink({ alert: { payment, user } }: { alert: PaymentAlert }) {
  if (payment === null && user === null) return null
  const filter = payment === null ? { user: user ?? undefined } : { find: payment }
  return (
    <TextLink
      to={withQuery(paths.adminPayments, filter)}
      className="inline-flex min-h-11 items-center text-inherit"
    >
      {payment === null ? 'See their payments' : 'See the payment'}
    </TextLink>
  )
}

function timesOf({ times, lastRaisedAt }: PaymentAlert): string {
  const at = longTime(lastRaisedAt)
  return times > 1 ? `${times.toLocaleString('en-AU')} times, last on ${at}` : at
}

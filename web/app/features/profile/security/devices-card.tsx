import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { onFirstClick } from '#ui/controls/first-click.ts'
import { Moment } from '#ui/data/moment.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { devices, endOtherSessions, endSession } from '../queries.ts'

const toasts = {
  onSuccess: ({ message }: { message: string }) => toast.success(message),
  onError: toastError,
}

/** The devices the user is logged in on, each with a button to log it out. */
export function DevicesCard() {
  const end = useMutation({ ...endSession, ...toasts })
  const endOthers = useMutation({ ...endOtherSessions, ...toasts })
  const endingId = end.isPending ? end.variables.params.sessionId : undefined

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Where you’re logged in</h2>
      <QueryView
        query={useQuery(devices)}
        loading={<Loading label="Loading your devices" blocks={['h-24']} />}
        error="We couldn’t load your devices."
      >
        {({ docs }) => (
          <>
            <ul className="grid divide-y divide-line">
              {docs.map(({ _id, device, lastSeenAt, isCurrent }) => (
                <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <div>
                    <p className="font-semibold">{device}</p>
                    <p className="text-sm text-soft">
                      {isCurrent ? (
                        'This device'
                      ) : (
                        <>
                          Last used <Moment inSentence at={lastSeenAt} />
                        </>
                      )}
                    </p>
                  </div>
                  {!isCurrent && (
                    <Button
                      variant="secondary"
                      aria-label={`Log out ${device}`}
                      busy={endingId === _id && 'Logging out…'}
                      onClick={onFirstClick(() => end.mutate({ params: { sessionId: _id } }))}
                    >
                      Log out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {docs.length > 1 && (
              <Button
                variant="secondary"
                busy={endOthers.isPending && 'Logging out…'}
                onClick={() => endOthers.mutate({})}
              >
                Log out all other devices
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}

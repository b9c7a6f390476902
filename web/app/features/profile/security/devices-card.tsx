import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Moment } from '#ui/data/moment.tsx'
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { devices, endDevice, endOtherDevices } from '../queries.ts'

/** Where one is logged in, each with a way to log it out. */
export function DevicesCard() {
  const cache = useQueryClient()
  const { data, isError, isRefetching, refetch } = useQuery(devices)
  const settled = {
    onSuccess: ({ message }: { message: string }) => toast.success(message),
    onError: ({ message }: Error) => toast.error(message),
    onSettled: () => cache.invalidateQueries({ queryKey: devices.queryKey }),
  }
  const end = useMutation({ mutationFn: endDevice, ...settled })
  const endOthers = useMutation({ mutationFn: endOtherDevices, ...settled })

  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Where you are logged in</h2>
      {isError && (
        <ErrorState onRetry={() => void refetch()} isRetrying={isRefetching}>
          Your devices could not be loaded.
        </ErrorState>
      )}
      {!data && !isError && (
        <Loading label="Loading your devices">
          <Skeleton className="h-24" />
        </Loading>
      )}
      {data && (
        <ul className="grid divide-y divide-line">
          {data.docs.map(({ _id, device, lastSeenAt, isCurrent }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div>
                <p className="font-semibold">{device}</p>
                <p className="text-sm text-soft">
                  {isCurrent ? (
                    'This device'
                  ) : (
                    <>
                      Last used <Moment at={lastSeenAt} />
                    </>
                  )}
                </p>
              </div>
              {!isCurrent && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Log out ${device}`}
                  busy={end.isPending && end.variables === _id && 'Logging out…'}
                  onClick={() => end.mutate(_id)}
                >
                  Log out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.docs.length > 1 && (
        <Button
          variant="secondary"
          busy={endOthers.isPending && 'Logging out…'}
          onClick={() => endOthers.mutate()}
        >
          Log out every other device
        </Button>
      )}
    </Card>
  )
}

import { MINUTE_MS } from '@docketbox/contract/core/units'
import { formatHours } from '@docketbox/contract/records/hours'
import { useMutation } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { shortTime } from '#platform/format/dates.ts'
import { Button } from '#ui/controls/button.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo, toast, toastError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { discardTimer, saveHours, startTimer, stopTimer, type YearRecords } from '../queries.ts'
import { todayIn } from '../day-range.ts'

const LONG_MINUTES = 12 * 60

type TimerProps = {
  timer: YearRecords['timer']
  incomeYear: string
  /** What it's started for; undefined in years without a job and a business. */
  isForBusiness: boolean | undefined
}

/** Times work from home. It runs on the server, so it continues in other tabs and while this one is closed. */
export function Timer({ timer, incomeYear, isForBusiness }: TimerProps) {
  const start = useMutation({ ...startTimer, onError: toastError })
  const restore = useMutation(saveHours)
  const stop = useMutation(stopTimer)
  const discard = useMutation({ ...discardTimer, onError: toastError })
  const [discarding, setDiscarding] = useState<string>()
  const minutes = useMinutesSince(timer?.startedAt)
  if (!timer && !todayIn(incomeYear)) return null

  const handleStart = () =>
    start.mutate({
      body: {
        _id: crypto.randomUUID(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        isForBusiness,
      },
    })
  // If its response is lost, stopping it again returns the same.
  const handleStop = (timerId: string) =>
    attemptChange(async () => {
      const { minutes, before } = await stop.mutateAsync({ params: { timerId } })
      if (minutes === null) toast.info('The timer isn’t running any more.')
      else if (minutes === 0) toast.info('That was less than a minute, so we didn’t add anything.')
      else offerUndo(`Added ${formatHours(minutes)}.`, () => restore.mutateAsync({ body: { days: before } }))
    })
  const handleDiscard = (timerId: string) => {
    setDiscarding(undefined)
    discard.mutate({ params: { timerId } })
  }

  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {timer ? (
        <>
          <div className="min-w-0">
            <p className="figures font-heading text-2xl font-bold" role="timer">
              {formatHours(minutes)}
            </p>
            <p className="text-sm text-soft">
              Since {shortTime(timer.startedAt)}
              {isForBusiness !== undefined && `, for your ${timer.isForBusiness ? 'business' : 'job'}`}
            </p>
            {minutes > LONG_MINUTES && (
              <p className="text-sm text-wattle-deep">
                Forgot to stop it? You can correct the hours afterwards.
              </p>
            )}
          </div>
          <div className="flex gap-3 max-sm:grow">
            <Button
              variant="quiet"
              busy={discard.isPending && 'Discarding…'}
              onClick={() => (minutes > 0 ? setDiscarding(timer._id) : handleDiscard(timer._id))}
            >
              Discard
            </Button>
            <Button
              className="max-sm:grow"
              icon={Square}
              iconClassName="size-4 fill-current"
              busy={stop.isPending && 'Saving…'}
              onClick={() => handleStop(timer._id)}
            >
              Stop and save
            </Button>
          </div>
          <AlertDialog
            // Another tab may have stopped the one that was asked about.
            open={discarding === timer._id}
            onClose={() => setDiscarding(undefined)}
            title={`Discard ${formatHours(minutes)}?`}
            confirm="Discard"
            cancel="Keep timing"
            onConfirm={() => handleDiscard(timer._id)}
          >
            The timer stops, and we won’t add its time.
          </AlertDialog>
        </>
      ) : (
        <>
          <p className="text-sm text-soft">
            Working from home? The timer keeps running when you close this page.
          </p>
          <Button
            className="max-sm:w-full"
            icon={Play}
            iconClassName="size-4 fill-current"
            busy={start.isPending && 'Starting…'}
            onClick={handleStart}
          >
            Start timer
          </Button>
        </>
      )}
    </Card>
  )
}

/** The minutes since an instant, which go up while it's on screen. */
function useMinutesSince(instant: string | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!instant) return
    const update = () => setNow(Date.now())
    update()
    const interval = setInterval(update, MINUTE_MS / 4)
    return () => clearInterval(interval)
  }, [instant])
  return instant ? Math.max(0, Math.floor((now - Date.parse(instant)) / MINUTE_MS)) : 0
}

import { useEffect, useEffectEvent } from 'react'
import { adoptOutgoing, outgoing, sendPending } from './list.ts'
import { resumeKeptFiles, retryFailed } from '../pending/transfers.ts'
import { useInterruptedSaving } from '../pending/saving.ts'
import { pendingUpload, usePendingUpload } from '../pending/store.ts'
import { isInterrupted, type PendingUpload } from '../pending/upload.ts'
import { finishSetAside } from './set-aside.ts'
import { useFileOnceUploaded, useReportFailure } from './use-file-once-uploaded.ts'

/**
 * Uploads and saves what a page that was closed left unfinished, and lists what it can't. What this page still has is
 * uploaded again: its session may have ended meanwhile.
 */
export function Resumed() {
  const fileOnceUploaded = useFileOnceUploaded()
  const reportFailure = useReportFailure()
  const reportIfFailed = (id: string) => {
    if (outgoing().some((one) => one.id === id && one.problem)) reportFailure()
  }
  const resume = useEffectEvent(async () => {
    retryFailed()
    const adopted = await adoptOutgoing()
    await resumeKeptFiles()
    for (const { id, upload, category, problem } of adopted) {
      if (problem !== undefined) continue
      if (category === undefined) void finishSetAside({ id, upload }).then(() => reportIfFailed(id))
      else void fileOnceUploaded({ id, category })
    }
  })
  useEffect(() => void resume(), [])
  // Another tab's may become this one's later.
  const isPendingInterrupted = usePendingUpload()?.files.some(isInterrupted) ?? false
  useEffect(() => {
    if (isPendingInterrupted) void resumeKeptFiles()
  }, [isPendingInterrupted])
  const interrupted = useInterruptedSaving()
  const saveAgain = useEffectEvent(({ category, saveKey }: NonNullable<PendingUpload['saving']>) => {
    const upload = pendingUpload()!
    const id = sendPending({ ...upload, saving: undefined, saveKey }, category)
    void fileOnceUploaded({ id, category })
  })
  useEffect(() => {
    if (interrupted) saveAgain(interrupted)
  }, [interrupted])
  return null
}

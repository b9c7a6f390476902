import { useEffect, useEffectEvent } from 'react'
import { storedUserId } from '#platform/session/stored-user.ts'
import { adoptOutgoing, forgetSaving, outgoing } from '../list.ts'
import { retryFailed } from '../../pending/transfers.ts'
import { useIsSavingInterrupted, useUnfinishedSaving } from '../../pending/saving.ts'
import { usePendingUpload } from '../../pending/store.ts'
import { isInterrupted } from '../../pending/upload.ts'
import { finishSetAside, setAsideUpload } from '../set-aside.ts'
import type { Outgoing } from '../stored.ts'
import { adoptUnlisted, resumeFiles } from './files.ts'
import { forgetUndone, removeUndone } from './undone.ts'
import { useFileOnceUploaded, useReportFailure } from '../use-file-once-uploaded.ts'

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
    const adopted = [...(await adoptOutgoing()), ...(await adoptUnlisted())]
    await resumeFiles()
    for (const one of adopted) {
      const { id, upload, category, problem } = one
      if (problem !== undefined || upload.saving || (await removeUndone(one))) continue
      if (category === undefined) void finishSetAside({ id, upload }).then(() => reportIfFailed(id))
      else void fileOnceUploaded({ id, category })
    }
    await forgetUndone(storedUserId())
  })
  useEffect(() => void resume(), [])
  // Another tab's may become this one's later.
  const isPendingInterrupted = usePendingUpload()?.files.some(isInterrupted) ?? false
  useEffect(() => {
    if (isPendingInterrupted) void resumeFiles()
  }, [isPendingInterrupted])
  const isSavingInterrupted = useIsSavingInterrupted()
  useEffect(() => {
    if (isSavingInterrupted) setAsideUpload()
  }, [isSavingInterrupted])
  const unfinished = useUnfinishedSaving()
  const finishSaving = useEffectEvent(async (one: Outgoing) => {
    const { id, category = '' } = one
    forgetSaving(id)
    if (!(await removeUndone(one))) await fileOnceUploaded({ id, category })
  })
  useEffect(() => {
    if (unfinished) void finishSaving(unfinished)
  }, [unfinished])
  return null
}

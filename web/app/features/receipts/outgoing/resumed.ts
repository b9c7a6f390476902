import { useEffect, useEffectEvent } from 'react'
import { isUploaded } from '../pending/nothing-pending.tsx'
import { adoptOutgoing, failOutgoing, outgoing } from './list.ts'
import { retryFailed } from '../pending/transfers.ts'
import { finishSetAside } from './set-aside.ts'
import { useFileOnceUploaded, useReportFailure } from './use-file-once-uploaded.ts'

/**
 * Saves what had arrived when its page was closed, and lists what hadn't. What this page still has is uploaded again: its
 * session may have ended meanwhile.
 */
export function Resumed() {
  const fileOnceUploaded = useFileOnceUploaded()
  const reportFailure = useReportFailure()
  const reportIfFailed = (id: string) => {
    if (outgoing().some((one) => one.id === id && one.problem)) reportFailure()
  }
  const resume = useEffectEvent(async () => {
    retryFailed()
    for (const { id, upload, category, problem } of await adoptOutgoing()) {
      if (problem !== undefined) continue
      if (category === undefined) void finishSetAside({ id, upload }).then(() => reportIfFailed(id))
      else if (isUploaded(upload)) void fileOnceUploaded({ id, category })
      else {
        failOutgoing(id, 'Please take the photo again.')
        reportFailure()
      }
    }
  })
  useEffect(() => void resume(), [])
  return null
}

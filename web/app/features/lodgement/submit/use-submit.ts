import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { lodgementTexts } from '@docketbox/contract/lodgement/texts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { networkError } from '#platform/api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { calls } from './lazy-rules.ts'

export type Arrived = Awaited<ReturnType<Awaited<ReturnType<typeof calls>>['lodge']>>

/** Sends the form. Once it has arrived, `leave` goes on to /register. */
export function useSending(onArrived: () => void) {
  const [arrived, setArrived] = useState<Arrived>()
  const lastTry = useRef<{ content: string; key: string }>(undefined)
  const navigate = useNavigate()

  /** Sending the same once more is the same lodgement, whatever became of the first try. */
  function keyFor(payload: ClaimsPayload): string {
    const { myGovPassword: _, confirmMyGovPassword: __, ...rest } = payload
    const content = JSON.stringify(rest)
    if (lastTry.current?.content !== content) lastTry.current = { content, key: crypto.randomUUID() }
    return lastTry.current.key
  }

  return {
    arrived,
    send: async (payload: ClaimsPayload): Promise<void> => {
      try {
        // What says that it has arrived must be here before it is sent.
        const [{ lodge }] = await Promise.all([calls(), import('./success-dialog.tsx')]).catch(() => {
          throw networkError()
        })
        setArrived(await lodge(payload, keyFor(payload)))
        onArrived()
      } catch (thrown) {
        toast.error(lodgementTexts.failed)
        throw thrown
      }
    },
    leave: (): void => {
      toast.success(lodgementTexts.sent)
      void navigate('/register')
    },
  }
}

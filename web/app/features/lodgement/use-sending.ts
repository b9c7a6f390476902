import type { ClaimsPayload } from '@docketbox/contract/claims'
import { lodgementTexts } from '@docketbox/contract/lodgement'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#ui/toast'
import { lodge } from './queries.ts'

/** Sends the form. When it has arrived there is a reference, and `leave` goes on to /register. */
export function useSending(onArrived: () => void) {
  const [reference, setReference] = useState<string>()
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
    reference,
    send: async (payload: ClaimsPayload): Promise<void> => {
      try {
        const arrived = await lodge(payload, keyFor(payload))
        onArrived()
        setReference(arrived.reference)
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

import { paths } from '@docketbox/contract/core/paths'
import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { lodgementTexts } from '@docketbox/contract/lodgement/texts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, networkError } from '#platform/api/error.ts'
import { isOutdated } from '#platform/offline/retry-when-online.ts'
import { loadUnsaved, removeUnsaved, storeUnsaved } from '#platform/storage/unsaved.ts'
import { toast } from '#ui/feedback/toast.ts'
import { loadQueries, loadSuccessDialog } from './lazy-rules.ts'

/** Where the last attempt is stored across reloads: its outcome may be unknown. */
const ATTEMPT = 'lodgement-attempt'
/** A digest of the answers, which are stored in the draft only. */
type Attempt = { digest: string; key: string }

/** Not reloaded for them: the myGov fields aren't in the draft, nor is anything if the device has no room for it. */
const outdatedError = () =>
  new ApiError(
    'outdated',
    'We’ve updated this page since you opened it. Please reload it and submit again. Your draft stays on this device.',
    404,
  )

type SubmitOptions = { year: string; isSignedIn: boolean; onSubmitted: () => void }
export type SubmitResult = Awaited<ReturnType<Awaited<ReturnType<typeof loadQueries>>['submitLodgement']>>

/**
 * Submits the form. `dismiss` closes the confirmation and opens /register, or the income year for someone who
 * is logged in.
 */
export function useSubmit({ year, isSignedIn, onSubmitted }: SubmitOptions) {
  const [result, setResult] = useState<SubmitResult>()
  const lastAttempt = useRef<Attempt>(undefined)
  const navigate = useNavigate()

  /** Repeats the key for the same content, so that a retry is the same lodgement. */
  async function keyFor(payload: ClaimsPayload): Promise<string> {
    const { myGovPassword: _, confirmMyGovPassword: __, ...rest } = payload
    const digest = await sha256(JSON.stringify(rest))
    lastAttempt.current ??= loadUnsaved(ATTEMPT, (stored) => stored as Attempt)
    if (lastAttempt.current?.digest !== digest) lastAttempt.current = { digest, key: crypto.randomUUID() }
    storeUnsaved(ATTEMPT, lastAttempt.current)
    return lastAttempt.current.key
  }

  return {
    result,
    submit: async (payload: ClaimsPayload): Promise<void> => {
      try {
        // The dialog must be loaded first: without a connection it couldn't confirm what was sent.
        const [{ submitLodgement }] = await Promise.all([loadQueries(), loadSuccessDialog()]).catch(
          async () => {
            throw (await isOutdated()) ? outdatedError() : networkError()
          },
        )
        setResult(await submitLodgement(payload, await keyFor(payload), isSignedIn))
        removeUnsaved(ATTEMPT)
        onSubmitted()
      } catch (error) {
        toast.error(lodgementTexts.failed)
        throw error
      }
    },
    /** Forgets an attempt that failed, so that nothing of a cleared form is left. */
    forgetAttempt: (): void => {
      lastAttempt.current = undefined
      removeUnsaved(ATTEMPT)
    },
    dismiss: (): void => {
      toast.success(lodgementTexts.sent)
      void navigate(isSignedIn ? paths.year(year) : paths.register)
    },
  }
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

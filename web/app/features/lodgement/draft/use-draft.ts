import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useHydrated } from '#platform/page/use-hydrated.ts'
import { type Answers, nothing } from '../answers.ts'
import { forgetDraft, keepDraft, keptDraft } from './storage.ts'
import { typedEarly } from './pre-hydration-values.ts'

const PAUSE_MS = 400

/**
 * Brings back what was typed before a reload, on this device, and keeps what is typed from now on. What was typed
 * before the script arrived wins over the draft.
 */
export function useDraft(form: UseFormReturn<Answers, unknown, ClaimsPayload>, answers: Answers) {
  const isAlive = useHydrated()
  const found = useMemo(() => (isAlive ? keptDraft() : undefined), [isAlive])
  // Read while rendering for the first time: before the form takes over the fields.
  const [early] = useState(typedEarly)
  const [isCleared, setIsCleared] = useState(false)
  const isSent = useRef(false)

  useEffect(() => {
    const earlier = merged(keptDraft()?.answers ?? {}, early)
    if (Object.keys(earlier).length > 0) form.reset(merged(nothing, earlier))
  }, [form, early])

  useEffect(() => {
    const stop = () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keepNow)
    }
    // Once: a tab that is closed later must not bring back what was sent or cleared in another one.
    const keepNow = () => {
      stop()
      if (!isSent.current) keepDraft(answers, new Date())
    }
    const timer = setTimeout(keepNow, PAUSE_MS)
    window.addEventListener('pagehide', keepNow)
    return stop
  }, [answers])

  return {
    isAlive,
    /** When what came back was typed. */
    restoredFrom: isCleared ? undefined : found?.savedAt,
    /** Forgets everything that was typed. */
    clear: () => {
      form.reset(nothing)
      forgetDraft()
      setIsCleared(true)
    },
    /** It has been sent: there is nothing to keep any more. */
    finish: () => {
      isSent.current = true
      forgetDraft()
    },
  }
}

type Values = Record<string, unknown>

/** The values of both; those of `over` where it has any. */
function merged(under: object, over: object): Values {
  const result: Values = { ...under }
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined || value === null || value === '') continue
    const below = result[key]
    result[key] = isGroup(value) && isGroup(below) ? merged(below, value) : value
  }
  return result
}

function isGroup(value: unknown): value is Values {
  return typeof value === 'object' && value !== null
}

import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { useEffect, useMemo, useRef, useState } from 'react'
import { set, type UseFormReturn } from 'react-hook-form'
import { useHydrated } from '#platform/document/use-hydrated.ts'
import { sessionUserId, storedUserId, useSessionUserId } from '#platform/session/stored-user.ts'
import { lodgementDraftKey } from '#platform/storage/unsaved.ts'
import { type Answers, emptyAnswers, unclearAmounts } from '../answers.ts'
import { preHydrationValues } from './pre-hydration-values.ts'
import type { Prefill } from '../prefill/context.ts'
import { deleteDraft, hasDraft, loadDraft, merge, saveDraft } from './storage.ts'

/**
 * Restores the user's or visitor's draft on this device and saves it while they type. Values entered before hydration win over the
 * draft.
 */
export function useDraft(
  form: UseFormReturn<Answers, unknown, ClaimsPayload>,
  answers: Answers,
  /** What was filled in for the user, which isn't saved. */
  prefilled: Prefill['values'] | undefined,
) {
  const isHydrated = useHydrated()
  const isOnlyPrefilled = prefilled !== undefined && !form.formState.isDirty
  const user = useSessionUserId()
  const restored = useMemo(
    () => (isHydrated ? { owner: sessionUserId(), from: loadDraft(sessionUserId())?.savedAt } : undefined),
    [isHydrated],
  )
  // Read in the first render, before the form takes over the fields.
  const [earlyValues] = useState(preHydrationValues)
  const [unrestored] = useState(answers)
  const [isCleared, setIsCleared] = useState(false)
  const isSubmitted = useRef(false)
  /** The id of the user whose answers these are; empty for a visitor. */
  const owner = useRef('')

  useEffect(() => {
    owner.current = sessionUserId()
    const saved = loadDraft(owner.current)?.answers ?? {}
    const restored = merge(saved, earlyValues)
    if (Object.keys(restored).length === 0) return
    form.reset(merge(emptyAnswers, restored))
    const unclear = unclearAmounts(saved)
    if (unclear.length > 0) void form.trigger(unclear)
  }, [form, earlyValues])

  useEffect(() => {
    // The first render's answers are empty, and would replace the draft.
    if (isOnlyPrefilled || answers === unrestored) return
    // At once and never later: a tab that's closed later mustn't restore what another one has submitted or cleared.
    if (isSubmitted.current || !isStillTheirs(owner.current)) return
    saveDraft(owner.current, answers, { prefilled: prefilled ?? new Map(), now: new Date() })
  }, [answers, prefilled, isOnlyPrefilled, unrestored])

  useEffect(() => {
    // Otherwise typing in this tab would overwrite what was typed in another one.
    const followOtherTab = ({ key, newValue }: StorageEvent) => {
      if (key !== lodgementDraftKey(owner.current) || newValue === null) return
      const filledIn: Answers = {}
      for (const [name, value] of prefilled ?? []) set(filledIn, name, value)
      // Drafts never hold these.
      const { myGovPassword, confirmMyGovPassword } = form.getValues()
      const typed = { ...loadDraft(owner.current)?.answers, myGovPassword, confirmMyGovPassword }
      form.reset(merge(merge(emptyAnswers, filledIn), typed))
    }
    window.addEventListener('storage', followOtherTab)
    return () => window.removeEventListener('storage', followOtherTab)
  }, [form, prefilled])

  // Below the effect that saves, so that the last user's answers aren't saved as this one's.
  useEffect(() => {
    if (isStillTheirs(owner.current)) return
    // Not `user`, which isn't known yet while hydrating.
    const next = sessionUserId()
    const saved = loadDraft(next)?.answers ?? {}
    const restored = merge(emptyAnswers, saved)
    // A user's answers are shown to no one else.
    if (owner.current !== '') form.reset(restored)
    // A visitor who logs in continues as that user, with the draft they had.
    else if (hasDraft(next))
      form.reset(merge(merge(restored, form.getValues()), { incomeYear: saved.incomeYear }))
    owner.current = next
  }, [form, user])

  return {
    isHydrated,
    /** When the restored draft was saved. */
    restoredFrom: isCleared || restored?.owner !== user ? undefined : restored.from,
    clear: () => {
      form.reset(emptyAnswers)
      deleteDraft(owner.current)
      setIsCleared(true)
    },
    /** Deletes the draft after a submission and stops saving. */
    finish: () => {
      isSubmitted.current = true
      deleteDraft(owner.current)
    },
  }
}

/** Logging out deletes the draft. If the session ended some other way, they can log in again and continue. */
function isStillTheirs(owner: string): boolean {
  const user = sessionUserId()
  return user === owner || (user === '' && (storedUserId() === owner || hasDraft(owner)))
}

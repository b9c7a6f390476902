import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { useEffect, useRef, useState } from 'react'
import { get, set, type UseFormReturn } from 'react-hook-form'
import { type Answers, emptyAnswers } from '../answers.ts'
import { loadQueries } from '../submit/lazy-rules.ts'
import type { FieldName } from '../sections.ts'
import type { Prefill } from './context.ts'

type Response = Awaited<ReturnType<Awaited<ReturnType<typeof loadQueries>>['fetchPrefill']>>

/**
 * Fills in the empty fields of someone who is logged in, from their profile and the year's receipts and records. Fields
 * they've changed stay; the others follow the chosen year.
 * @param user their id; empty for visitors.
 */
export function usePrefill(
  form: UseFormReturn<Answers, unknown, ClaimsPayload>,
  { year, user }: { year: string; user: string },
): Prefill | undefined {
  const [prefill, setPrefill] = useState<Prefill & { year: string; user: string }>()
  const last = useRef<Prefill['values']>(new Map())

  useEffect(() => {
    if (user === '') return
    const controller = new AbortController()
    const { signal } = controller
    const apply = (values: Prefill['values']) => {
      fill(form, last.current, values)
      last.current = values
    }
    const load = async () => {
      const { fetchPrefill } = await loadQueries()
      const next = prefillOf(await fetchPrefill(year, signal))
      if (signal.aborted) return
      apply(next.values)
      setPrefill({ ...next, year, user })
    }
    // While they're loading, or if that fails, the form mustn't show the amounts of another year or user.
    if (last.current.size > 0) apply(new Map())
    const refresh = () => {
      if (!document.hidden) load().catch(() => undefined)
    }
    refresh()
    // What was left out may have been completed in another tab.
    document.addEventListener('visibilitychange', refresh, { signal })
    return () => controller.abort()
  }, [form, year, user])

  return prefill?.year === year && prefill.user === user ? prefill : undefined
}

function prefillOf({ fullName, email, phoneNumber, logBook, amounts, ...leftOut }: Response): Prefill {
  const fieldOf = (item: string) =>
    (item === 'totalPropertyExpenses' ? `investmentDetails.${item}` : `logBookDetails.${item}`) as FieldName
  const texts: [FieldName, string][] = [
    ['fullName', fullName],
    ['email', email],
    ['phoneNumber', phoneNumber],
    ['logBook', logBook === null ? '' : logBook ? 'yes' : 'no'],
  ]
  return {
    values: new Map<FieldName, string | number>([
      ...texts.filter(([, value]) => value !== ''),
      ...amounts.map(({ item, cents }) => [fieldOf(item), cents] as const),
    ]),
    sources: new Map(amounts.map(({ item, source }) => [fieldOf(item), source])),
    ...leftOut,
  }
}

function fill(
  form: UseFormReturn<Answers, unknown, ClaimsPayload>,
  last: Prefill['values'],
  next: Prefill['values'],
): void {
  const answers = structuredClone(form.getValues())
  for (const name of new Set([...last.keys(), ...next.keys()])) {
    const current: unknown = get(answers, name)
    const isEmpty = current === undefined || current === null || current === ''
    // A field we filled in that's empty now is being changed.
    if (last.has(name) ? current === last.get(name) : isEmpty)
      set(answers, name, next.get(name) ?? get(emptyAnswers, name))
  }
  // Setting a single value to undefined would show the one before.
  form.reset(answers, {
    keepDefaultValues: true,
    keepDirty: true,
    keepErrors: true,
    keepTouched: true,
    keepSubmitCount: true,
  })
}

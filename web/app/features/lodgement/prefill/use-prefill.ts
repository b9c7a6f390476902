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
 */
export function usePrefill(
  form: UseFormReturn<Answers, unknown, ClaimsPayload>,
  { year, isSignedIn }: { year: string; isSignedIn: boolean },
): Prefill | undefined {
  const [prefill, setPrefill] = useState<Prefill>()
  const last = useRef<Prefill['values']>(new Map())

  useEffect(() => {
    if (!isSignedIn) return
    const controller = new AbortController()
    const { signal } = controller
    const load = async () => {
      const { fetchPrefill } = await loadQueries()
      return prefillOf(await fetchPrefill(year, signal))
    }
    const apply = (next: Prefill | undefined) => {
      if (signal.aborted) return
      const values = next?.values ?? new Map()
      fill(form, last.current, values)
      last.current = values
      setPrefill(next)
    }
    // Without it the form is empty, as for guests: it mustn't show another year's amounts.
    void load()
      .catch(() => undefined)
      .then(apply)
    return () => controller.abort()
  }, [form, year, isSignedIn])

  return isSignedIn ? prefill : undefined
}

function prefillOf({ fullName, email, phoneNumber, logBook, amounts, ...leftOut }: Response): Prefill {
  const fieldOf = (item: string) =>
    (item === 'totalPropertyExpenses' ? `investmentDetails.${item}` : `logBookDetails.${item}`) as FieldName
  const texts: [FieldName, string][] = [
    ['fullName', fullName],
    ['email', email],
    ['phoneNumber', phoneNumber],
    ['logBook', logBook ? 'yes' : ''],
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
    if (isEmpty || current === last.get(name)) set(answers, name, next.get(name) ?? get(emptyAnswers, name))
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

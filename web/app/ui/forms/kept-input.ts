import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { departureOf, readSession } from '#platform/session/session.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { loadUnsaved, removeUnsaved, storeUnsaved } from '#platform/storage/unsaved.ts'

/** By name: a password may be shown as text, or be in a section that's closed. */
const SECRET = /passw|passcode/i

type KeptInput = { owner: string; startingValues: string; values: Record<string, unknown> }

/**
 * Keeps what's typed in a form when the session ends, for the same user. It's entered again when this tab shows the form at the
 * same address with the same starting values, which are those of the same thing. Forms with a password aren't kept.
 */
export function useKeptInput<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  label = '',
): void {
  const { isDirty, defaultValues } = form.formState
  const startingValues = JSON.stringify(defaultValues ?? {})
  // Two receipts may start with the same values.
  const { pathname, search } = useLocation()
  const name = `form:${pathname}${search}:${label}`

  const restore = useEffectEvent((owner: string) => {
    const kept = loadUnsaved(name, parseKept)
    if (kept?.owner !== owner || kept.startingValues !== startingValues) return
    removeUnsaved(name)
    for (const [field, value] of Object.entries(kept.values))
      form.setValue(field as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true })
  })
  const keep = useEffectEvent((name: string, owner: string) => {
    const all = Object.entries(form.getValues())
    if (!isDirty || all.some(([field]) => SECRET.test(field))) return
    const values = all.filter(([, value]) => isStorable(value))
    storeUnsaved(name, { owner, startingValues, values: Object.fromEntries(values) } satisfies KeptInput)
  })
  useEffect(() => {
    const [owner, token] = [storedUserId(), readSession()?.token]
    if (token === undefined || owner === '') return
    restore(owner)
    return () => {
      const isOver = !readSession() || storedUserId() !== owner
      if (!isOver || departureOf(token) !== undefined) return
      keep(name, owner)
    }
  }, [startingValues, name])
}

/** Without a schema: public pages have forms, too. */
function parseKept(value: unknown): KeptInput | undefined {
  const { owner, startingValues, values } = value as Partial<KeptInput>
  const isKept = typeof owner === 'string' && typeof startingValues === 'string' && typeof values === 'object'
  return isKept ? { owner, startingValues, values } : undefined
}

/** Whether a value can be stored: files can't. */
function isStorable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'boolean', 'number'].includes(typeof value)
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return isPlain && Object.values(value).every(isStorable)
}

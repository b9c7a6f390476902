import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { hasLeftGuestSession, readGuestToken } from '#platform/session/guest-session.ts'
import { departureOf, readSession } from '#platform/session/session.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { GUEST_INPUT, loadUnsaved, removeUnsaved, storeUnsaved } from '#platform/storage/unsaved.ts'

/** By name: a password may be shown as text, or be in a section that's closed. The second factor may be a recovery code. */
const SECRET = /passw|passcode|secondFactor/i

type KeptInput = { owner: string; startingValues: string; values: NonNullable<unknown> }

/** The room whose guest sees the screen. Guests have no account. */
export const GuestRoomContext = createContext<string | undefined>(undefined)

type KeptInputOptions<Values> = {
  /** Which of the forms at its address it is. */
  label: string
  startingValues: unknown
  /** What has to be kept, if anything. */
  readTyped: () => Values | undefined
  /** Whether it may have reached the server, where entering it again could save it twice. */
  isSent?: boolean
  onRestore: (values: Values) => void
}

/**
 * Keeps what's typed for the same user when the session ends, or the phone ends a page that isn't on screen. It's entered again
 * when this tab shows the same address with the same starting values, which are those of the same thing. In a room, it's kept for
 * its guest, and only the label says which form.
 */
export function useKeptInput<Values extends NonNullable<unknown>>(options: KeptInputOptions<Values>): void {
  const { label, readTyped, isSent = false, onRestore } = options
  const startingValues = JSON.stringify(options.startingValues)
  // Two receipts may start with the same values.
  const { pathname, search } = useLocation()
  const room = use(GuestRoomContext)
  // A guest's link leads to the start of the room.
  const name = room === undefined ? `form:${pathname}${search}:${label}` : `${GUEST_INPUT}${room}:${label}`

  const restore = useEffectEvent((owner: string) => {
    const kept = loadUnsaved(name, parseKept)
    if (kept?.owner !== owner || kept.startingValues !== startingValues) return
    removeUnsaved(name)
    onRestore(kept.values as Values)
  })
  const keep = useEffectEvent((name: string, owner: string): boolean => {
    const values = readTyped()
    if (values !== undefined) storeUnsaved(name, { owner, startingValues, values } satisfies KeptInput)
    return values !== undefined
  })
  const keepWhileHidden = useEffectEvent((name: string, owner: string) => !isSent && keep(name, owner))
  useEffect(() => {
    const owner = room ?? storedUserId()
    const token = room === undefined ? readSession()?.token : readGuestToken()
    if (token === undefined || owner === '') return
    restore(owner)
    let isKept = false
    const handleVisibility = () => {
      if (isKept) removeUnsaved(name)
      isKept = document.hidden && keepWhileHidden(name, owner)
    }
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility)
      if (isKept) removeUnsaved(name)
      const hasEnded = room === undefined ? hasUserSessionEnded(owner, token) : hasGuestSessionEnded(token)
      if (hasEnded) keep(name, owner)
    }
  }, [startingValues, name, room])
}

/** Whether a session has ended, other than by logging out. Another tab may have begun the user's next one since. */
function hasUserSessionEnded(userId: string, token: string): boolean {
  const isOver = readSession()?.token !== token || storedUserId() !== userId
  return isOver && departureOf(token) === undefined
}

function hasGuestSessionEnded(token: string): boolean {
  return readGuestToken() !== token && !hasLeftGuestSession(token)
}

/** Keeps what's typed in a form. Forms with a password or a recovery code aren't kept. */
export function useKeptForm<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  label: string,
): void {
  const { isDirty, isSubmitting, isSubmitSuccessful, defaultValues } = form.formState
  useKeptInput<Record<string, unknown>>({
    label,
    startingValues: defaultValues ?? {},
    isSent: isSubmitting || isSubmitSuccessful,
    readTyped: () => {
      const all = Object.entries(form.getValues())
      if (!isDirty || all.some(([field]) => SECRET.test(field))) return undefined
      const kept = all.filter(([, value]) => value === undefined || isStorable(value))
      // JSON has no undefined, the value of an amount that was emptied.
      return Object.fromEntries(kept.map(([field, value]) => [field, value ?? null]))
    },
    onRestore: (values) => {
      for (const [field, value] of Object.entries(values))
        form.setValue(field as Path<In>, (value ?? undefined) as PathValue<In, Path<In>>, {
          shouldDirty: true,
        })
    },
  })
}

/** Without a schema: public pages have forms, too. */
function parseKept(value: unknown): KeptInput | undefined {
  const { owner, startingValues, values } = value as Partial<KeptInput>
  const isKept = typeof owner === 'string' && typeof startingValues === 'string' && values
  return isKept ? { owner, startingValues, values } : undefined
}

/** Whether a value can be stored: files can't. */
function isStorable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'boolean', 'number'].includes(typeof value)
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return isPlain && Object.values(value).every(isStorable)
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { sealedCookie } from '../sealed-cookie.ts'

/** The longest that browsers keep a cookie. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60
/** A family's computer. */
const MAX_ACCOUNTS = 5

const account = z.object({
  id: z.uuid(),
  emailHash: z.string(),
  /** Cookies from before it was added have none. */
  passwordVersion: z.string().optional(),
})
const knownDevice = z.object({ id: z.uuid(), accounts: z.array(account) })

/** A device and the accounts that logged in on it, the last one first. */
export type KnownDevice = z.infer<typeof knownDevice>

const cookie = sealedCookie({
  name: 'device',
  schema: knownDevice,
  path: '/api/auth',
  seconds: COOKIE_SECONDS,
  sameSite: 'strict',
})

type Account = { id: string; passwordHash: string | null }
type CookieDeps = Pick<Deps, 'now' | 'publicUrl' | 'secrets'>

/** @returns the device of a `Cookie` header; undefined if no one logged in on it yet. */
export function readDevice(deps: CookieDeps, cookies: string): KnownDevice | undefined {
  return cookie.read(deps, cookies)
}

/** @returns the `Set-Cookie` header that remembers that an account is used on a device. */
export function rememberDevice(
  deps: CookieDeps,
  device: KnownDevice | undefined,
  account: Account & { email: string },
): string {
  const { id, email } = account
  const others = device?.accounts.filter((known) => known.id !== id) ?? []
  const known = { id, emailHash: emailHashOf(email), passwordVersion: passwordVersionOf(account) }
  const accounts = [known, ...others].slice(0, MAX_ACCOUNTS)
  return cookie.write(deps, { id: device?.id ?? newId(), accounts })
}

/** Whether an account has logged in on this device with its current password: a thief may have known an earlier one. */
export function isKnownTo(device: KnownDevice | undefined, account: Account): device is KnownDevice {
  const version = passwordVersionOf(account)
  return (
    device?.accounts.some(({ id, passwordVersion }) => id === account.id && passwordVersion === version) ??
    false
  )
}

/** Differs for each password. */
export function passwordVersionOf({ passwordHash }: Pick<Account, 'passwordHash'>): string {
  return (passwordHash ?? '').slice(-8)
}

/** Whether an account has logged in on this device that had this email address then. */
export function hasUsedEmail(device: KnownDevice | undefined, email: string): device is KnownDevice {
  const emailHash = emailHashOf(email)
  return device?.accounts.some((known) => known.emailHash === emailHash) ?? false
}

function emailHashOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)
}

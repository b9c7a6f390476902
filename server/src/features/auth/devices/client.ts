import type { Deps } from '#platform/config/deps.ts'
import type { Limit } from '#platform/limits/counter.ts'
import { attemptKey, failureLimit, FREE_EVERYWHERE } from '#platform/limits/failed-attempts.ts'
import { networkKey } from '#platform/limits/rate-limit-key.ts'
import { callLimit } from '#platform/limits/rate-limits.ts'
import { sourceOf } from '#platform/security/events/log.ts'
import { isKnownTo, type KnownDevice, passwordVersionOf, readDevice } from './known-device.ts'

/** Where a call to log in comes from. */
export type Client = Readonly<{
  /** Undefined if no one logged in on it before. */
  device: KnownDevice | undefined
  /** As in `203.0.113.0/24`. */
  network: string
  /** Names its address in the log. */
  source: string
  userAgent: string
  limits: readonly Limit[]
}>

type ClientCall = { address: string; cookies: string; limits: readonly Limit[]; userAgent: string }

export function clientOf(
  deps: Pick<Deps, 'now' | 'publicUrl' | 'secrets'>,
  { address, cookies, limits, userAgent }: ClientCall,
): Client {
  return {
    device: readDevice(deps, cookies),
    network: networkKey(address),
    source: sourceOf(deps.secrets, address),
    userAgent,
    limits,
  }
}

/** The limit for all known devices of an account together, so that they can't be used for floods. */
const perKnownAccount = { max: 20, windowSeconds: 60 }

export type AttemptLimits = Readonly<{
  /** Limits on failures. Reaching the first one warns the owner. */
  failures: readonly [Limit, ...Limit[]]
  calls: readonly Limit[]
  isDeviceKnown: boolean
}>

/**
 * The limits on a login attempt. A device that has logged in before has its own counts, so that no one else can make
 * its owner wait. Everyone else is counted by address and network, by account and network, and by account.
 * @param account its id and password hash, or the name that was typed if there's none. A new password starts new counts.
 */
export function limitsOfAttempt(
  account: { id: string; passwordHash: string | null } | { name: string },
  { device, network, limits }: Client,
): AttemptLimits {
  const version = 'id' in account ? passwordVersionOf(account) : ''
  const limitFrom = (from: string, free?: typeof FREE_EVERYWHERE) =>
    failureLimit(attemptKey('password', account, `${version}:${from}`), free)
  if ('id' in account && isKnownTo(device, account)) {
    const calls = [callLimit('known devices', `${account.id}:${version}`, perKnownAccount)]
    return { failures: [limitFrom(device.id)], calls, isDeviceKnown: true }
  }
  const failures = [limitFrom('everywhere', FREE_EVERYWHERE), limitFrom(network)] as const
  return { failures, calls: limits, isDeviceKnown: false }
}

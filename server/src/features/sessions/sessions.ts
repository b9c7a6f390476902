import { HOUR_MS, MINUTE_MS } from '@docketbox/contract/core/units'
import type { Role } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import type { Limit } from '#platform/limits/counter.ts'
import { logSecurity } from '#platform/security/events/log.ts'
import { signToken, verifyToken } from './token.ts'
import * as store from './store.ts'

/** Requirement 5. */
export const sessionLength = { usual: 12 * HOUR_MS, remembered: 30 * 24 * HOUR_MS }

/** How long other processes may accept a session that was ended here (requirement 5: a few seconds). */
const CACHE_MS = 2_000
/** `lastSeenAt` is updated at most this often. */
const TOUCH_INTERVAL_MS = 5 * MINUTE_MS
const MAX_CACHED = 20_000

type SessionDeps = Pick<Deps, 'db' | 'now' | 'secrets'>
type Ended = { reason?: 'all' | 'others'; session?: string }
type CacheEntry = { actor: Actor; checkedAt: number; expiresAt: number }

/** The device someone logs in on. */
export type Device = { isRemembered: boolean; userAgent: string }

export type SessionOptions = Device & {
  /** The second factor that was proven; null without one. */
  provenFactor?: 'code' | 'passkey' | null
  /** Counts of failures that end with the login. */
  failures?: readonly Limit[]
}

/**
 * Opens a session.
 * @param user as they were when they proved who they are.
 * @returns its bearer token; undefined if their sessions were ended meanwhile.
 */
export async function openSession(
  { db, now, secrets }: SessionDeps,
  user: { id: string; role: Role; credentialsVersion: number },
  { isRemembered, userAgent, provenFactor = null, failures }: SessionOptions,
): Promise<{ id: string; token: string; expiresAt: Date } | undefined> {
  const createdAt = now()
  const length = isRemembered ? sessionLength.remembered : sessionLength.usual
  const session = {
    id: newId(),
    ownerId: user.id,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + length),
    userAgent,
    secondFactorAt: provenFactor && createdAt,
    passkeyAt: provenFactor === 'passkey' ? createdAt : null,
  }
  const { credentialsVersion } = user
  if (!(await store.insertSession(db, session, { credentialsVersion, failures }))) return undefined
  const { id: sessionId, expiresAt } = session
  const claims = { userId: user.id, sessionId, role: user.role, issuedAt: createdAt, expiresAt }
  return { id: sessionId, token: signToken(secrets.sessionKey, claims), expiresAt }
}

export type Sessions = {
  /** @returns the caller behind a bearer token; null if it's forged, expired, revoked, or the account can't be used. */
  findActor(token: string): Promise<Actor | null>
  /** @returns whether there was a session to end. */
  end(db: Db, session: { ownerId: string; sessionId: string }): Promise<boolean>
  /** Ends every session of a user; logins under way are refused. */
  endAll(db: Db, ownerId: string): Promise<void>
  /** Ends every session of the actor except this one; logins under way are refused. */
  endOthers(db: Db, actor: Pick<Actor, 'id' | 'sessionId'>): Promise<void>
  /** Records whether the second factor is proven in this session. */
  setSecondFactor(db: Db, actor: Actor, isProven: boolean): Promise<void>
  /** Empties the cache for a user. Call it once a transaction that ended sessions has committed. */
  evict(ownerId: string): void
}

/** Checks sessions and caches the result for two seconds; ending one in this process takes effect at once. */
export function createSessions({ db, log, now, secrets }: SessionDeps & Pick<Deps, 'log'>): Sessions {
  const cache = new Map<string, CacheEntry>()

  function logEnd(user: string, details: Ended): void {
    logSecurity(log, { event: 'sessionEnded', user, ...details })
  }

  async function check(token: string, at: Date): Promise<Actor | null> {
    const claims = verifyToken(secrets.sessionKey, token, at)
    if (!claims) return null
    const session = await store.findLiveSession(db, claims.userId, claims.sessionId, at)
    if (!session) return null
    const actor = {
      id: claims.userId,
      role: session.role,
      sessionId: claims.sessionId,
      hasSecondFactor: session.secondFactorAt !== null,
    }
    if (at.getTime() - session.lastSeenAt.getTime() > TOUCH_INTERVAL_MS) {
      await store.updateSession(db, actor.id, actor.sessionId, { lastSeenAt: at })
    }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(token, { actor, checkedAt: at.getTime(), expiresAt: claims.expiresAt.getTime() })
    return actor
  }

  function evict(matches: (actor: Actor) => boolean): void {
    for (const [token, { actor }] of cache) if (matches(actor)) cache.delete(token)
  }

  return {
    async findActor(token) {
      const at = now()
      const entry = cache.get(token)
      // The clock may have been ahead when it was checked.
      const isFresh = entry && Math.abs(at.getTime() - entry.checkedAt) < CACHE_MS
      if (isFresh && at.getTime() < entry.expiresAt) return entry.actor
      cache.delete(token)
      return check(token, at)
    },
    async end(db, { ownerId, sessionId }) {
      const isEnded = await store.revokeSession(db, ownerId, sessionId, now())
      evict((actor) => actor.sessionId === sessionId)
      if (isEnded) logEnd(ownerId, { session: sessionId })
      return isEnded
    },
    async endOthers(db, actor) {
      await store.revokeSessionsOf(db, actor.id, now(), actor.sessionId)
      evict(({ id }) => id === actor.id)
      logEnd(actor.id, { reason: 'others' })
    },
    async setSecondFactor(db, actor, isProven) {
      await store.updateSession(db, actor.id, actor.sessionId, { secondFactorAt: isProven ? now() : null })
      evict(({ sessionId }) => sessionId === actor.sessionId)
    },
    async endAll(db, ownerId) {
      await store.revokeSessionsOf(db, ownerId, now())
      evict(({ id }) => id === ownerId)
      logEnd(ownerId, { reason: 'all' })
    },
    evict: (ownerId) => evict(({ id }) => id === ownerId),
  }
}

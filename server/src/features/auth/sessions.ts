import type { Role } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { signAccessToken, verifyAccessToken } from './access-token.ts'
import * as store from './session-store.ts'

const HOUR = 60 * 60 * 1000
/** Decision 5. */
export const sessionLength = { usual: 12 * HOUR, remembered: 30 * 24 * HOUR }

/** How long another process may still honour a session that was ended here (decision 5: a few seconds). */
const TRUST_MS = 2_000
/** How exact the list of devices is about when each was last used. */
const SEEN_EVERY_MS = 5 * 60_000
const MOST_REMEMBERED = 20_000

type Needs = Pick<Deps, 'db' | 'now' | 'secrets'>
type Remembered = { actor: Actor; checkedAt: number; expiresAt: number }

/** What somebody signs in on. */
export type Device = { isRemembered: boolean; userAgent: string }

/** How somebody gets in. */
export type Entry = Device & {
  hasSecondFactor?: boolean
}

/** Opens a session and returns its bearer token. */
export async function openSession(
  { db, now, secrets }: Needs,
  user: { id: string; role: Role },
  { isRemembered, userAgent, hasSecondFactor = false }: Entry,
): Promise<{ token: string; expiresAt: Date }> {
  const createdAt = now()
  const length = isRemembered ? sessionLength.remembered : sessionLength.usual
  const session = {
    id: newId(),
    ownerId: user.id,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + length),
    userAgent,
    secondFactorAt: hasSecondFactor ? createdAt : null,
  }
  await store.insertSession(db, session)
  const { id: sessionId, expiresAt } = session
  const claims = { userId: user.id, sessionId, role: user.role, issuedAt: createdAt, expiresAt }
  return { token: signAccessToken(secrets.sessionKey, claims), expiresAt }
}

export type Sessions = {
  /** Who a bearer token speaks for; nobody when it is forged, over, revoked, or its owner suspended. */
  actorOf(token: string): Promise<Actor | null>
  /** Ends one session of somebody; says whether there was one to end. */
  end(db: Db, session: { id: string; sessionId: string }): Promise<boolean>
  endAll(db: Db, ownerId: string): Promise<void>
  /** Ends every session of somebody but the one they are in. */
  endOthers(db: Db, actor: Actor): Promise<void>
  /** Notes that the second factor was proven in this session, or is there no more. */
  setProven(db: Db, actor: Actor, isProven: boolean): Promise<void>
  /** Forgets what is remembered of somebody: to be called once a transaction that ended sessions has committed. */
  forget(ownerId: string): void
}

/** Checks sessions, remembering each answer for two seconds; ending one here forgets it at once. */
export function sessions({ db, now, secrets }: Needs): Sessions {
  const remembered = new Map<string, Remembered>()

  async function check(token: string, at: Date): Promise<Actor | null> {
    const claims = verifyAccessToken(secrets.sessionKey, token, at)
    if (!claims) return null
    const live = await store.findLiveSession(db, claims.userId, claims.sessionId, at)
    if (!live) return null
    const actor = {
      id: claims.userId,
      role: live.role,
      sessionId: claims.sessionId,
      hasSecondFactor: live.secondFactorAt !== null,
    }
    if (at.getTime() - live.lastSeenAt.getTime() > SEEN_EVERY_MS) {
      await store.touchSession(db, actor.id, actor.sessionId, at)
    }
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(token, { actor, checkedAt: at.getTime(), expiresAt: claims.expiresAt.getTime() })
    return actor
  }

  function forget(matches: (actor: Actor) => boolean): void {
    for (const [token, { actor }] of remembered) if (matches(actor)) remembered.delete(token)
  }

  return {
    async actorOf(token) {
      const at = now()
      const known = remembered.get(token)
      if (known && at.getTime() - known.checkedAt < TRUST_MS && at.getTime() < known.expiresAt)
        return known.actor
      remembered.delete(token)
      return check(token, at)
    },
    async end(db, { id, sessionId }) {
      const isEnded = await store.revokeSession(db, id, sessionId, now())
      forget((actor) => actor.sessionId === sessionId)
      return isEnded
    },
    async endOthers(db, actor) {
      await store.revokeSessionsOf(db, actor.id, now(), actor.sessionId)
      forget(({ id }) => id === actor.id)
    },
    async setProven(db, actor, isProven) {
      await store.setProven(db, actor.id, actor.sessionId, isProven ? now() : null)
      forget(({ sessionId }) => sessionId === actor.sessionId)
    },
    async endAll(db, ownerId) {
      await store.revokeSessionsOf(db, ownerId, now())
      forget(({ id }) => id === ownerId)
    },
    forget: (ownerId) => forget(({ id }) => id === ownerId),
  }
}

import { MINUTE_MS } from '@docketbox/contract/core/units'
import { commonRefusals } from '@docketbox/contract'
import type { FastifyRequest } from 'fastify'
import type { Environment } from '#platform/config/environment.ts'
import { rateLimited, Refusal } from '#platform/http/refusal.ts'

/** How many calls of a kind one account may have running and waiting in this process. */
const lanes = {
  read: { running: 4, waiting: 200 },
  write: { running: 6, waiting: 200 },
  search: { running: 2, waiting: 60 },
  /** Previews may wait for the renderer, and downloads for a slow connection. */
  file: { running: 24, waiting: 500 },
  upload: { running: 6, waiting: 100 },
  /** Zips and packs, until the last byte is sent. */
  archive: { running: 1, waiting: 0 },
} as const
export type CallKind = keyof typeof lanes

const RETRY_SECONDS = { crowded: 1, archive: 10 }
const MAX_ACCOUNTS = 10_000

type Lane = {
  running: number
  waiting: (() => void)[]
  /** Calls it may still start, refilled steadily up to those of a minute. */
  tokens: number
  refilledAt: number
}

export type AccountLimits = {
  /**
   * Waits until the account may start another call of this kind.
   * @returns a function to call once that call has ended.
   * @throws Refusal 429 with the seconds to wait, when too many wait already or the account was too fast for too long.
   */
  enter(accountId: string, kind: CallKind): Promise<() => void>
  /** The archive each account downloads now. `endIf` ends it if the same page asks for the same one again. */
  readonly archives: Map<string, { endIf(request: FastifyRequest): void }>
}

type Rates = Pick<Environment, 'READS_PER_MINUTE' | 'WRITES_PER_MINUTE' | 'SEARCHES_PER_MINUTE'>

/**
 * Keeps one account from taking the database and the processor from others. Each process counts on its own, in memory:
 * it costs no round trip, and with several processes an account may do as much in each.
 */
export function createAccountLimits(config: Rates, clock = () => performance.now()): AccountLimits {
  const accounts = new Map<string, Lane>()
  const perMinute: Record<CallKind, number> = {
    read: config.READS_PER_MINUTE,
    file: config.READS_PER_MINUTE,
    write: config.WRITES_PER_MINUTE,
    upload: config.WRITES_PER_MINUTE,
    search: config.SEARCHES_PER_MINUTE,
    archive: config.SEARCHES_PER_MINUTE,
  }

  function laneOf(accountId: string, kind: CallKind, now: number): Lane {
    const key = kind + accountId
    let lane = accounts.get(key)
    if (!lane) {
      if (accounts.size >= MAX_ACCOUNTS) deleteIdle(now)
      accounts.set(key, (lane = { running: 0, waiting: [], tokens: perMinute[kind], refilledAt: now }))
    }
    return lane
  }

  /** A lane that was idle for a minute has all its tokens again, like a new one. */
  function deleteIdle(now: number): void {
    for (const [key, { running, refilledAt }] of accounts)
      if (running === 0 && now - refilledAt > MINUTE_MS) accounts.delete(key)
  }

  function takeToken(lane: Lane, kind: CallKind, now: number): void {
    const rate = perMinute[kind] / MINUTE_MS
    lane.tokens = Math.min(perMinute[kind], lane.tokens + (now - lane.refilledAt) * rate)
    lane.refilledAt = now
    if (lane.tokens < 1) throw rateLimited(Math.ceil((1 - lane.tokens) / rate / 1000))
    lane.tokens -= 1
  }

  return {
    archives: new Map(),
    async enter(accountId, kind) {
      const now = clock()
      const lane = laneOf(accountId, kind, now)
      takeToken(lane, kind, now)
      const { running, waiting } = lanes[kind]
      if (lane.running < running) lane.running++
      else if (lane.waiting.length < waiting) await new Promise<void>((start) => lane.waiting.push(start))
      else throw crowdedRefusal(kind)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        // The next one takes this one's place.
        const next = lane.waiting.shift()
        if (next) next()
        else lane.running--
      }
    },
  }
}

function crowdedRefusal(kind: CallKind): Refusal {
  if (kind !== 'archive') return rateLimited(RETRY_SECONDS.crowded)
  return new Refusal(commonRefusals.downloadRunning, { retryAfterSeconds: RETRY_SECONDS.archive })
}

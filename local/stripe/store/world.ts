import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { missing } from '#stripe/api/fault.ts'
import { openIndexes } from './indexes.ts'
import { openJournal } from './journal.ts'
import type { Kind, Tables } from './tables.ts'

export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive'

/** Stripe lists events of the last 30 days. */
const KEEPS_EVENTS_SECONDS = 30 * 86_400

export type World = {
  /** Seconds since 1970, moved forward by `advance`. */
  now(): number
  moveTo(seconds: number): void
  /** Runs work at another time. */
  at(seconds: number, work: () => void): void
  id(prefix: string): string
  /** What every new object begins with. */
  base<Name extends string>(
    prefix: string,
    object: Name,
  ): { id: string; object: Name; created: number; livemode: false }
  put<K extends Kind>(kind: K, row: Tables[K]): Tables[K]
  change<K extends Kind>(kind: K, id: string, change: Partial<Tables[K]>): Tables[K]
  find<K extends Kind>(kind: K, id: string): Tables[K] | undefined
  get<K extends Kind>(kind: K, id: string, param?: string): Tables[K]
  remove(kind: Kind, id: string): void
  /** Oldest first. */
  all<K extends Kind>(kind: K): Tables[K][]
  /** Rows that may still change with time. */
  live<K extends Kind>(kind: K): Tables[K][]
  /** Rows that belong to a parent, such as a customer's invoices. Oldest first. */
  of<K extends Kind>(kind: K, parent: string): Tables[K][]
  emit(type: string, row: object, previous?: object): void
  /** Returns how to stop listening. */
  onEvent(listener: (event: Stripe.EventBase) => void): () => void
  /** The current request, named in the events it causes. */
  during<T>(request: Stripe.Event.Request, work: () => T): T
  /** The stand-in's own address, known once it listens. */
  origin: string
  close(): void
}

/** Opens the state, in memory or in an append-only file under `dataDir`. */
export function openWorld(dataDir: string | undefined, clock: () => Date): World {
  const journal = openJournal(dataDir)
  const tables = new Map<Kind, Map<string, unknown>>()
  const indexes = openIndexes()
  const listeners = new Set<(event: Stripe.EventBase) => void>()
  let stoodAt: number | undefined
  let current: Stripe.Event.Request = { id: null, idempotency_key: null }

  const table = <K extends Kind>(kind: K) => {
    const table = tables.get(kind) ?? new Map<string, unknown>()
    tables.set(kind, table)
    return table as Map<string, Tables[K]>
  }
  for (const [kind, id, row] of journal.rows()) {
    if (row === null) continue
    table(kind).set(id, row as Tables[typeof kind])
    indexes.put(kind, row as Tables[typeof kind])
  }

  const forgetEvents = (): void => {
    const oldest = world.now() - KEEPS_EVENTS_SECONDS
    for (const { id, created, pending_webhooks } of table('event').values()) {
      if (created >= oldest) return
      // The clock may jump by months: undelivered events stay until they're delivered.
      if (pending_webhooks === 0) world.remove('event', id)
    }
  }

  const world: World = {
    origin: '',
    now: () =>
      stoodAt ?? Math.floor(clock().getTime() / 1000) + (world.find('setting', 'offset')?.value ?? 0),
    moveTo: (seconds) => {
      const real = Math.floor(clock().getTime() / 1000)
      world.put('setting', { id: 'offset', value: seconds - real })
    },
    at: (seconds, work) => {
      stoodAt = seconds
      try {
        work()
      } finally {
        stoodAt = undefined
      }
    },
    id: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    base: (prefix, object) => ({ id: world.id(prefix), object, created: world.now(), livemode: false }),
    put: (kind, row) => {
      table(kind).set(row.id, row)
      indexes.put(kind, row)
      journal.write(kind, row.id, row)
      return row
    },
    change: (kind, id, change) => world.put(kind, { ...world.get(kind, id), ...change }),
    find: (kind, id) => table(kind).get(id),
    get: (kind, id, param) => {
      const row = table(kind).get(id)
      if (!row) throw missing(kind, id, param)
      return row
    },
    remove: (kind, id) => {
      const row = table(kind).get(id)
      if (row) indexes.remove(kind, row)
      table(kind).delete(id)
      journal.write(kind, id, null)
    },
    all: (kind) => [...table(kind).values()],
    live: indexes.live,
    of: indexes.of,
    emit: (type, row, previous) => {
      const event = {
        ...world.base('evt', 'event'),
        api_version: apiVersion,
        data: { object: present(row), ...(previous && { previous_attributes: previous }) },
        pending_webhooks: 0,
        request: current,
        type,
      } as Stripe.EventBase
      world.put('event', event)
      forgetEvents()
      for (const listener of listeners) listener(event)
    },
    onEvent: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    during: (request, work) => {
      current = request
      try {
        return work()
      } finally {
        current = { id: null, idempotency_key: null }
      }
    },
    close: () => journal.close(),
  }
  return world
}

/** Fields that are only included on request, by type of object. */
const includable: Record<string, string[]> = {
  'checkout.session': ['line_items'],
  coupon: ['applies_to'],
  invoice: ['confirmation_secret', 'payments'],
}

export function isIncludable(row: object, name: string): boolean {
  return includable[String((row as { object?: string }).object)]?.includes(name) ?? false
}

/** An object as plain responses and events show it. Rows are replaced, never changed, so no copy is needed. */
export function present(row: object): Record<string, unknown> {
  const hidden = includable[String((row as { object?: string }).object)] ?? []
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)))
}

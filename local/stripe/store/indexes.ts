import { idOf, type Kind, type Tables } from './tables.ts'

/** Rows that may still change with time. */
const isLive: { [K in Kind]?: (row: Tables[K]) => boolean } = {
  subscription: ({ status, pending_update }) =>
    status === 'active' || status === 'past_due' || pending_update !== null,
  invoice: ({ status }) => status === 'draft' || status === 'open',
  payment_intent: ({ status }) => status === 'processing',
  'checkout session': ({ status }) => status === 'open',
  'late refund': () => true,
}

/** The fields that name a row's parent. */
const parentsOf: { [K in Kind]?: (row: Tables[K]) => (string | null)[] } = {
  subscription: ({ customer }) => [idOf(customer)],
  invoice: ({ customer, parent }) => [idOf(customer), idOf(parent?.subscription_details?.subscription)],
  'checkout session': ({ customer }) => [idOf(customer)],
  balance_transaction: ({ customer }) => [idOf(customer)],
  payment_intent: ({ customer }) => [idOf(customer)],
  charge: ({ customer }) => [idOf(customer)],
  dispute: ({ charge, payment_intent }) => [idOf(charge), idOf(payment_intent)],
}

/** Indexes the rows that change with time, and the rows of a parent, to find them without a scan. */
export function openIndexes() {
  const live = new Map<Kind, Map<string, unknown>>()
  const children = new Map<string, Map<string, unknown>>()

  const rowsIn = <Key>(index: Map<Key, Map<string, unknown>>, key: Key): Map<string, unknown> => {
    const rows = index.get(key) ?? new Map<string, unknown>()
    index.set(key, rows)
    return rows
  }
  const parentsIn = <K extends Kind>(kind: K, row: Tables[K]): string[] =>
    (parentsOf[kind]?.(row) ?? []).filter((parent) => parent !== null).map((parent) => `${kind} ${parent}`)

  return {
    put: <K extends Kind>(kind: K, row: Tables[K]): void => {
      if (isLive[kind]?.(row)) rowsIn(live, kind).set(row.id, row)
      else live.get(kind)?.delete(row.id)
      for (const parent of parentsIn(kind, row)) rowsIn(children, parent).set(row.id, row)
    },
    remove: <K extends Kind>(kind: K, row: Tables[K]): void => {
      live.get(kind)?.delete(row.id)
      for (const parent of parentsIn(kind, row)) children.get(parent)?.delete(row.id)
    },
    live: <K extends Kind>(kind: K) => [...(live.get(kind)?.values() ?? [])] as Tables[K][],
    of: <K extends Kind>(kind: K, parent: string) =>
      [...(children.get(`${kind} ${parent}`)?.values() ?? [])] as Tables[K][],
  }
}

import { type PaymentFilter, paymentMethods } from '@docketbox/contract'
import { type Expression, sql, type SqlBool } from 'kysely'

/** The part of a filter that totals by day can answer. */
export type SummedFilter = Omit<PaymentFilter, 'find' | 'user'>

const received = ['paid', 'refundPending', 'refundFailed', 'partlyRefunded', 'refunded', 'disputed']
const named = paymentMethods.filter((method) => method !== 'other' && method !== 'unknown')

/** The conditions for rows of `payments`, its totals or its reversals, which all have these columns. */
export function conditionsOf({ from, to, state, method, plan }: SummedFilter): Expression<SqlBool>[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`dated_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql<boolean>`dated_on <= ${to}::date`]),
    ...(state === undefined
      ? []
      : [sql<boolean>`state = any(${state === 'received' ? received : [state]}::text[])`]),
    ...(method === undefined ? [] : [methodIs(method)]),
    ...(plan === undefined ? [] : [sql<boolean>`plan_name = ${plan}`]),
  ]
}

function methodIs(method: (typeof paymentMethods)[number]): Expression<SqlBool> {
  if (method === 'other') return sql<boolean>`method <> all(${['', ...named]}::text[])`
  return sql<boolean>`method = ${method === 'unknown' ? '' : method}`
}

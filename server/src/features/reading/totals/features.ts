import { type Amount, amountsIn } from './amounts.ts'
import { tokenTest } from '../words/tokens.ts'
import type { Features } from '../extract/ranking.ts'
import type { Row } from '../words/rows.ts'
import type { TotalCandidate } from './candidates.ts'

const WORDS = [
  'TOTAL',
  'GRAND TOTAL',
  'SUBTOTAL',
  'SUB TOTAL',
  'PAYABLE',
  'SUPPLIES',
  'SALES',
  'AMOUNT',
  'AMOUNT DUE',
  'BALANCE DUE',
  'BALANCE',
  'DUE',
  'NET',
  'NETT',
  'ROUNDED',
  'ROUNDING',
  'ROUND',
  'RND',
  'ADJ',
  'AFTER',
  'CASH',
  'TENDER',
  'RECEIVED',
  'PAID',
  'PAYMENT',
  'PAY',
  'ACCEPTED',
  'CHANGE',
  'CARD',
  'VISA',
  'MASTER',
  'MASTERCARD',
  'EFTPOS',
  'CREDIT',
  'DEBIT',
  'PURCHASE',
  'DISCOUNT',
  'SAVINGS',
  'QTY',
  'ITEM',
  'ITEMS',
  'GST',
  'TAX',
  'SST',
  'INCL',
  'INCLUSIVE',
  'INCLUDED',
  'INCLUDES',
  'INC',
  'EXCL',
  'EXCLUDING',
  'EXCLUSIVE',
  'BEFORE',
  'SERVICE',
  'CHARGE',
  'TTL',
  'RM',
  'AUD',
  'SR',
  'ZRL',
  'ZR',
  'UNIT',
  'PRICE',
  'POINTS',
  'DEPOSIT',
  'SUMMARY',
  'BILL',
  'INVOICE',
  'EAT IN',
  'TAKE',
  'TO BE PAID',
  'JUMLAH',
]

type Context = {
  rows: readonly Row[]
  amounts: readonly Amount[]
  has: readonly ((word: string) => boolean)[]
  hasAmount: readonly boolean[]
  cash: ReadonlySet<number>
  change: ReadonlySet<number>
  differences: ReadonlySet<number>
  values: ReadonlySet<number>
  largest: number
}

/** What distinguishes a total from the other amounts: words on its row and beside it, and sums it takes part in. */
export function totalFeatures(rows: readonly Row[], candidates: readonly TotalCandidate[]): Features[] {
  const context = contextOf(rows)
  const topScore = candidates[0]?.score ?? 0
  return candidates.map((candidate, place) => ({
    ...printedFeatures(candidate.value, context),
    ...sumFeatures(candidate.value, context),
    rule: candidate.score / 5,
    gap: (candidate.score - topScore) / 5,
    ...(place === 0 && { first: 1 }),
    ...(place === 1 && { second: 1 }),
  }))
}

function contextOf(rows: readonly Row[]): Context {
  const amounts = amountsIn(rows)
  const has = rows.map(({ text }) => tokenTest(text))
  const centsWith = (words: readonly string[]) =>
    amounts.filter(({ row }) => words.some((word) => has[row.index]!(word))).map(({ cents }) => cents)
  const cash = centsWith(['CASH', 'TENDER', 'RECEIVED', 'PAID', 'PAYMENT'])
  const change = centsWith(['CHANGE'])
  return {
    rows,
    amounts,
    has,
    hasAmount: rows.map(({ index }) => amounts.some(({ row }) => row.index === index)),
    cash: new Set(cash),
    change: new Set(change),
    differences: new Set(
      cash.flatMap((given) => change.filter((back) => given >= back).map((back) => given - back)),
    ),
    values: new Set(amounts.map(({ cents }) => cents)),
    largest: Math.max(1, ...amounts.map(({ cents }) => cents)),
  }
}

function printedFeatures(cents: number, { rows, amounts, has, hasAmount }: Context): Features {
  const features: Record<string, number> = {}
  const raise = (name: string, value = 1) => (features[name] = Math.max(features[name] ?? 0, value))
  for (const { row, isLast, hasCurrency } of amounts.filter(
    (amount) => amount.cents === cents && !amount.isNegative,
  )) {
    const { index } = row
    for (const word of WORDS) {
      if (has[index]!(word)) raise(`o:${word}`)
      if (index > 0 && has[index - 1]!(word)) raise(`${hasAmount[index - 1] ? 'P' : 'p'}:${word}`)
      if (index + 1 < rows.length && has[index + 1]!(word)) raise(`n:${word}`)
    }
    if (isLast) raise('last')
    if (hasCurrency) raise('cur')
    raise('y', row.y)
    raise('hm', Math.min(2, Math.max(0, row.maxHeight - 1)))
  }
  return features
}

function sumFeatures(
  cents: number,
  { amounts, cash, change, differences, values, largest }: Context,
): Features {
  const isNear = (expected: number) =>
    [...values].some((value) => value > 0 && Math.abs(value - expected) <= 1)
  const isSum = [...values].some((value) => value < cents && value > cents / 2 && values.has(cents - value))
  const count = amounts.filter((amount) => amount.cents === cents).length
  return {
    rel: cents / largest,
    cnt: Math.min(3, Math.max(1, count) - 1) / 3,
    ...(cents === largest && { max: 1 }),
    ...(differences.has(cents) && { diff: 1 }),
    ...(cents % 5 === 0 && { r5: 1 }),
    ...(cash.has(cents) && { isCash: 1 }),
    ...(change.has(cents) && { isChange: 1 }),
    ...(isSum && { sum: 1 }),
    // An eleventh is Australian GST; 6/106 the Malaysian one.
    ...(isNear(Math.round(cents / 11)) && { g11: 1 }),
    ...(isNear(Math.round((cents * 6) / 106)) && { g6: 1 }),
    ...([...values].some((value) => value !== cents && Math.abs(value - cents) <= 2) && { near: 1 }),
  }
}

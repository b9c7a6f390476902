import { categoriesNamed } from './category-words.ts'
import { parseDates, type Days } from './parse-dates.ts'

/** Each is looked up separately, while the index looks up all words at once. */
const MAX_LOOKUPS = 8
const AMOUNT = /^(?:(?:au?)?\$)?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/
const ABN_LENGTH = 11
/** Receipts may be without them: a supplier has `&` for `and`, and `bunnings in july` is a supplier and a month. */
const stopWords: ReadonlySet<string> = new Set(['and', '&', 'at', 'for', 'from', 'in', 'of', 'the'])
const currencies = new Set(Intl.supportedValuesOf('currency'))

/** One part of a search; a receipt matches when any of its alternatives does. */
export type Criterion = Readonly<{
  /** Contained in the texts of the receipt. */
  texts: readonly string[]
  cents?: { min: number; max: number }
  days?: readonly Days[]
  /** The ids of those named like it. */
  categories?: readonly string[]
  /** From 1 to 12, of any year. */
  month?: number
  /** The year it ends in. */
  incomeYear?: number
  abn?: string
  currency?: string
}>

/**
 * Splits what was typed into a search field: `ampol 56.85 july 2025` is a word, an amount and a month. After eight amounts,
 * dates and names of categories, everything is a word.
 * @param today as in `2026-11-22`, for `last week`.
 */
export function parseQuery(q: string, today: string): Criterion[] {
  const typed = splitWords(q)
  const significant = typed.filter((word) => !stopWords.has(word))
  const words = significant.length > 0 ? significant : typed
  const criteria: Criterion[] = []
  let lookups = 0
  for (let at = 0; at < words.length;) {
    const parsed = lookups < MAX_LOOKUPS ? parse(words, at, today) : undefined
    const { length, criteria: found } = parsed ?? { length: 1, criteria: [{ texts: [words[at]!] }] }
    criteria.push(...found)
    lookups += found.filter((criterion) => Object.keys(criterion).length > 1).length
    at += length
  }
  return criteria
}

function splitWords(q: string): string[] {
  // Quotes around words and punctuation after them needn't be on the receipt.
  return (
    q
      .toLowerCase()
      .replaceAll(/\$\s+(?=\d)/g, '$')
      .replaceAll(/\bseven[\s-]eleven\b/g, '7-eleven')
      // In `H & M` it's all that tells the letters apart.
      .replaceAll(/(?<![\p{L}\p{N}])(\p{L}{1,2})\s+(?:and|&)\s+(?=\p{L}{1,2}(?![\p{L}\p{N}]))/gu, '$1&')
      .split(/,?[\s"“”„]+|,$/)
      .map((word) => word.replace(/(?<=[^.,:;])[.,:;]+$/, ''))
      .filter(Boolean)
  )
}

type Parsed = { length: number; criteria: Criterion[] }

function parse(words: string[], at: number, today: string): Parsed {
  return (
    parseAbn(words, at) ??
    parseDate(words, at, today) ?? {
      length: 1,
      criteria: [parseCurrency(words, at) ?? parseWord(words[at]!)],
    }
  )
}

/**
 * A date or a period. A year on its own may be an amount, too. The number that ends `march 25` or `3 july 15` may be an amount instead, or a word: a receipt
 * matches if it's of that day, or else fulfils what the words before the number and the number mean on their own.
 */
function parseDate(words: string[], at: number, today: string): Parsed | undefined {
  const date = parseDates(words, at, today)
  if (!date) return undefined
  const { length, criterion } = date
  const { days = [] } = criterion
  const last = at + length - 1
  if (/^\d{4}$/.test(words[at]!)) return { length, criteria: [{ ...parseWord(words[at]!), ...criterion }] }
  const isApart = days.length > 0 && /^\d{1,2}$/.test(words[last]!)
  if (length === 1 || !isApart) return { length, criteria: [criterion] }
  const apart = [words.slice(at, last), words.slice(last, last + 1)].flatMap(
    (part) => parse(part, 0, today).criteria,
  )
  return { length, criteria: apart.map((other) => ({ ...other, days: [...days, ...(other.days ?? [])] })) }
}

/** An ABN as one word, or in groups of digits. */
function parseAbn(words: string[], start: number): Parsed | undefined {
  let digits = ''
  for (let at = start; at < words.length && /^\d+$/.test(words[at]!); at++) {
    digits += words[at]!
    if (digits.length < ABN_LENGTH) continue
    if (digits.length > ABN_LENGTH) return undefined
    const spaced = digits.replace(/^(..)(...)(...)(...)$/, '$1 $2 $3 $4')
    return { length: at + 1 - start, criteria: [{ abn: digits, texts: [digits, spaced] }] }
  }
  return undefined
}

/** A currency beside an amount, as in `56.85 USD`. */
function parseCurrency(words: string[], at: number): Criterion | undefined {
  const currency = words[at]!.toUpperCase()
  const isBesideAmount = [words[at - 1], words[at + 1]].some(
    (word) => word !== undefined && AMOUNT.test(word),
  )
  return currencies.has(currency) && isBesideAmount ? { currency, texts: [words[at]!] } : undefined
}

/** An amount matches the total; without all of its cents, any total that begins like it. */
function parseWord(word: string): Criterion {
  const [, dollars, part = ''] = AMOUNT.exec(word) ?? []
  if (dollars === undefined) {
    const texts = spellingsOf(word)
    const categories = texts.flatMap(categoriesNamed)
    return categories.length > 0 ? { texts, categories } : { texts }
  }
  const min = Number(`${dollars.replaceAll(',', '')}${part.padEnd(2, '0')}`)
  const cents = { min, max: min + 10 ** (2 - part.length) - 1 }
  return { cents, texts: word.includes('$') && part === '' ? [] : [word.replace(/^.*\$/, '')] }
}

/** Suppliers that receipts may call something else than people do. */
const nicknames: ReadonlyMap<string, string> = new Map([
  ['7-eleven', 'seven eleven'],
  ['auspost', 'australia post'],
  ['maccas', 'mcdonalds'],
  ['salvos', 'salvation army'],
  ['woolies', 'woolworths'],
])

/** A word with a hyphen may be without it on the receipt, and `&` may be spelled out. */
function spellingsOf(word: string): string[] {
  const parts = word.split(/(?<=[\p{L}\p{N}])&(?=[\p{L}\p{N}])/u)
  // Only at the beginning of a word: `h and m` is in `wash and mend`, too.
  if (parts.length > 1) return [word, ` ${parts.join(' & ')}`, ` ${parts.join(' and ')}`]
  const joined = word.replaceAll(/(?<=\p{L})-(?=[\p{L}\p{N}])|(?<=\p{N})-(?=\p{L})/gu, '')
  return [...new Set([word, joined, nicknames.get(word.replace(/['’]/, '')) ?? word])]
}

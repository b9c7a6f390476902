import type { Features } from '../extract/ranking.ts'
import type { Row } from '../words/rows.ts'
import { isCutOff, isNamePart, type SupplierCandidate } from './candidates.ts'
import { hasFinalForm, LEGAL_FORM, startsWithForm, TRADE } from './business-words.ts'
import { cleanName } from './clean-name.ts'
import { isAddressOrLabel } from './label-words.ts'
import { tokenTest } from '../words/tokens.ts'

const WORDS = [
  'CASH',
  'TAX INVOICE',
  'INVOICE',
  'RECEIPT',
  'THANK',
  'GOODS',
  'SOLD',
  'WELCOME',
  'SHOPPING',
  'FEEDBACK',
  'POSTED',
  'CALL',
  'CARELINE',
  'OWNED',
  'OWN BY',
  'DIMILIKI',
  'OLEH',
  'COMPANY',
  'REG',
  'CO NO',
  'OPERATED',
  'FORMERLY',
  'BRANCH',
  'STORE',
  'SHOP',
  'RESTAURANT',
  'CAFE',
  'BISTRO',
  'ENTERPRISE',
  'TRADING',
  'PARKING',
  'PTY',
  'LTD',
  'CITY',
  'PARK',
  'MALL',
  'TAMAN',
  'JAYA',
  'SALE',
  'MEMBER',
  'COPY',
  'HOURS',
  'FLR',
  'VISIT',
]

/** Only Australian receipts print one. */
const ABN = /\bA\.?\s?B\.?\s?N\b/i

/** What distinguishes a supplier's name from the other rows at the top. */
export function supplierFeatures(rows: readonly Row[], candidates: readonly SupplierCandidate[]): Features[] {
  const topScore = candidates[0]?.score ?? 0
  const isAustralian = rows.some(({ text }) => ABN.test(text))
  return candidates.map((candidate, place) => ({
    rule: candidate.score / 5,
    gap: (candidate.score - topScore) / 5,
    ...present({ first: place === 0 }),
    ...joinFeatures(candidate, rows),
    ...(isAustralian && australian(joinFeatures(candidate, rows))),
    ...textFeatures(candidate.value),
    ...placeFeatures(candidate, rows),
    ...present({
      inside: candidates.some(
        ({ value }) => value.length > candidate.value.length && value.includes(candidate.value),
      ),
      contains: candidates.some(
        ({ value }) => value.length < candidate.value.length && candidate.value.includes(value),
      ),
      repeat: isRepeated(candidate, rows),
    }),
  }))
}

/** Features again under another name, for customs that differ between countries, such as which of two names counts. */
function australian(features: Features): Features {
  return Object.fromEntries(Object.entries(features).map(([name, value]) => [`au:${name}`, value]))
}

/** Features that show whether a name continues in the next row. */
function joinFeatures({ rows: parts, row }: SupplierCandidate, rows: readonly Row[]): Features {
  const [last] = parts.slice(-1)
  const next = rows[last!.index + 1]
  const isLarge = parts.every(({ height }) => height > 1.2)
  const heights = parts.map(({ height }) => height)
  const trades = parts.filter(({ text }) => TRADE.test(text)).length
  const isTradeOnly = (text: string) => TRADE.test(text) && text.trim().split(' ').length <= 2
  return present({
    joined: parts.length > 1,
    joined3: parts.length > 2,
    joinedLarge: parts.length > 1 && isLarge,
    joinedUneven: Math.max(...heights) > 1.15 * Math.min(...heights),
    joinedForms: parts.length > 1 && LEGAL_FORM.test(row.text),
    joinedTrade: parts.length > 1 && trades === 1 && !TRADE.test(row.text),
    // A name that ends although the next row is as large and isn't an address.
    cutShort: next !== undefined && isNamePart(next, last!),
    cutBeforeTrade: next !== undefined && isNamePart(next, last!) && isTradeOnly(next.text) && trades === 0,
    tradeAfterName:
      parts.length === 1 && row.index > 0 && isTradeOnly(row.text) && isNamePart(rows[row.index - 1]!, row),
    belowName: row.index > 0 && isNamePart(rows[row.index - 1]!, row),
    ...legalFeatures(
      parts.map(nameOn),
      next && nameOn(next),
      row.index > 0 ? nameOn(rows[row.index - 1]!) : '',
    ),
  })
}

/** Features that distinguish a name continued by its legal form from a brand above the name of its company. */
function legalFeatures(parts: readonly string[], next = '', previous = ''): Record<string, boolean> {
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const isJoined = parts.length > 1
  const isBrand = (name: string) => !LEGAL_FORM.test(name) && !isAddressOrLabel(name)
  return {
    joinedForm: isJoined && startsWithForm(last),
    joinedWhole: isJoined && isWholeName(last),
    joinedOpen: isJoined && isCutOff(first),
    joinedPlace: isJoined && /^\([^)]*\)?$/.test(last),
    cutBeforeForm: !hasFinalForm(last) && startsWithForm(next),
    cutBeforeWhole: !isJoined && !LEGAL_FORM.test(last) && isWholeName(next),
    cutOpen: isCutOff(last),
    wholeBelowBrand: !isJoined && isWholeName(first) && letterCount(previous) > 2 && isBrand(previous),
    formAlone: !isJoined && startsWithForm(first),
  }
}

/** Whether it's the full name of a company, with words before its legal form. */
function isWholeName(name: string): boolean {
  const form = LEGAL_FORM.exec(name)
  return (
    form !== null &&
    name
      .slice(0, form.index)
      .trim()
      .split(/\s+/)
      .filter((word) => letterCount(word) > 1).length > 1
  )
}

function nameOn({ text }: Row): string {
  return cleanName(text)
}

function letterCount(text: string): number {
  return lettersOf(text).length
}

function textFeatures(name: string): Features {
  const has = tokenTest(name)
  const words = name.split(' ').length
  return {
    ...Object.fromEntries(WORDS.filter(has).map((word) => [`m:${word}`, 1])),
    len: Math.min(40, name.length) / 40,
    words: Math.min(8, words) / 8,
    dig: (name.match(/\d/g) ?? []).length / Math.max(1, name.length),
    ...present({
      short: name.length < 6,
      suf: LEGAL_FORM.test(name),
      sufEnd: /(S[DO]N\.? ?BH[DO]|PTY\.? ?LTD|S\/B)\.?$/i.test(name),
      startSuf: /^(SDN|BHD|ENTERPRISE|PTY|CO|RESTAURANT|TRADING)\b/i.test(name) && LEGAL_FORM.test(name),
      biz: TRADE.test(name),
      notm: isAddressOrLabel(name),
      up: name === name.toUpperCase(),
      sentence: /[.!?]$/.test(name) && words > 3,
    }),
  }
}

function placeFeatures({ row }: SupplierCandidate, rows: readonly Row[]): Features {
  const [above, below] = [rows[row.index - 1]?.text ?? '', rows[row.index + 1]?.text ?? '']
  return {
    idx: Math.min(8, row.index) / 8,
    y: row.y,
    h: Math.min(2.5, row.height) / 2.5,
    conf: row.confidence,
    ...present({
      i0: row.index === 0,
      i1: row.index === 1,
      nextSuf: LEGAL_FORM.test(below),
      nextNot: isAddressOrLabel(below),
      nextReg: /\d{5,}/.test(below),
      prevSuf: LEGAL_FORM.test(above),
      prevNot: isAddressOrLabel(above),
    }),
  }
}

/** Whether the name's first letters come up in another row too, as in an email address or a thank-you. */
function isRepeated({ value, row }: SupplierCandidate, rows: readonly Row[]): boolean {
  const letters = lettersOf(value)
  return (
    letters.length > 4 &&
    rows.some((other) => other.index !== row.index && lettersOf(other.text).includes(letters.slice(0, 8)))
  )
}

function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, '')
}

function present(flags: Record<string, boolean>): Features {
  return Object.fromEntries(Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [[name, 1]] : [])))
}

import { get, set } from 'react-hook-form'
import { load, remove, save } from '#platform/storage/local-storage.ts'
import { lodgementDraftKey, MAX_UNSAVED_MS } from '#platform/storage/unsaved.ts'
import { type Answers, forEachItem } from '../answers.ts'
import type { Prefill } from '../prefill/context.ts'

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const validators = {
  text: isText,
  /** In cents, or the text of one that's still being typed. */
  amount: (value: unknown) => Number.isFinite(value) || isText(value),
  yesNo: (value: unknown) => value === 'yes' || value === 'no',
}
type Shape<Whole> = {
  [Key in keyof Whole]-?: NonNullable<Whole[Key]> extends object
    ? Shape<NonNullable<Whole[Key]>>
    : keyof typeof validators
}
type DraftAnswers = Omit<Answers, 'myGovPassword' | 'confirmMyGovPassword'>

/** Every field except the myGov ones, which are never stored. */
const draftShape: Shape<DraftAnswers> = {
  incomeYear: 'text',
  fullName: 'text',
  email: 'text',
  phoneNumber: 'text',
  spouseInformation: 'yesNo',
  spouseDetails: { firstName: 'text', lastName: 'text', dateOfBirth: 'text', annualIncome: 'amount' },
  investmentProperty: 'yesNo',
  investmentDetails: { totalRentalIncome: 'amount', totalPropertyExpenses: 'amount' },
  dependents: 'text',
  residency: { status: 'yesNo', medicare: 'text' },
  logBook: 'yesNo',
  logBookDetails: forEachItem(() => 'amount'),
}

export type Draft = { answers: DraftAnswers; savedAt: string }

/**
 * A user's draft on this device, merged with one of a visitor, who may have logged in since; undefined without one, or if
 * they're older than 30 days.
 * @param owner the user's id; empty for visitors.
 */
export function loadDraft(owner: string, now: Date = new Date()): Draft | undefined {
  const visitors = loadOwn('', now)
  const own = owner === '' ? undefined : loadOwn(owner, now)
  if (!own || !visitors) return own ?? visitors
  const [older, newer] = own.savedAt < visitors.savedAt ? [own, visitors] : [visitors, own]
  // The visitor's year may only be the one that was selected by default.
  const { incomeYear } = own.answers
  return { answers: merge(merge(older.answers, newer.answers), { incomeYear }), savedAt: newer.savedAt }
}

function loadOwn(owner: string, now: Date): Draft | undefined {
  const draft = load(lodgementDraftKey(owner), parseDraft)
  if (!draft) return undefined
  const age = now.getTime() - new Date(draft.savedAt).getTime()
  if (age < MAX_UNSAVED_MS) return draft
  remove(lodgementDraftKey(owner))
  return undefined
}

/**
 * Saves the answers on this device, without the myGov fields; deletes the draft if they're empty.
 * @param options.prefilled values to leave out: they depend on the income year, and are filled in again with the form.
 */
export function saveDraft(
  owner: string,
  current: Answers,
  { prefilled, now }: { prefilled: Prefill['values']; now: Date },
): void {
  const answers = pick(current, draftShape)
  for (const [name, value] of prefilled) if (get(answers, name) === value) set(answers, name, undefined)
  const { incomeYear: _, ...rest } = answers
  if (isBlank(rest)) return deleteDraft(owner)
  // Other tabs follow each change, and would reply by saving it again.
  if (JSON.stringify(load(lodgementDraftKey(owner), parseDraft)?.answers) === JSON.stringify(answers)) return
  // A device that's full keeps the last one.
  save(lodgementDraftKey(owner), { answers, savedAt: now.toISOString() })
  if (owner !== '') remove(lodgementDraftKey(''))
}

export function hasDraft(owner: string): boolean {
  return load(lodgementDraftKey(owner), parseDraft) !== undefined
}

/** Deletes a user's draft, and a visitor's, which would be shown in its place. */
export function deleteDraft(owner: string): void {
  remove(lodgementDraftKey(owner))
  remove(lodgementDraftKey(''))
}

function parseDraft(stored: unknown): Draft | undefined {
  if (!isRecord(stored)) return undefined
  const { answers, savedAt } = stored
  if (typeof savedAt !== 'string' || Number.isNaN(Date.parse(savedAt))) return undefined
  return { answers: pick(answers, draftShape), savedAt }
}

/** The parts of a value that match the shape; others, such as those of an older version, are dropped. */
function pick<Whole>(value: unknown, shape: Shape<Whole>): Whole {
  const result: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries<Shape<object> | keyof typeof validators>(shape)) {
    const part = isRecord(value) ? value[name] : undefined
    if (typeof kind !== 'string') result[name] = pick(part, kind)
    else if (validators[kind](part)) result[name] = part
  }
  return result as Whole
}

/** Merges deeply; non-empty values of `over` win. */
export function merge<Under extends object>(under: Under, over: object): Under {
  const result = { ...under } as Record<string, unknown>
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined || value === null || value === '') continue
    const below = result[key]
    result[key] = isRecord(value) && isRecord(below) ? merge(below, value) : value
  }
  return result as Under
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isBlank(value: unknown): boolean {
  return isRecord(value) ? Object.values(value).every(isBlank) : value === undefined || value === ''
}

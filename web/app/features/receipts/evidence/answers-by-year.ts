import type { Output } from '@docketbox/contract/core/endpoint'
import { endingOf, formatIncomeYear, incomeYearLabel } from '@docketbox/contract/core/income-years'
import type { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'

export type DatedAnswers = Output<typeof receiptEndpoints.taxProfile>['answers']
/** A new answer to one of the questions. */
export type TaxAnswer = { work: 'employee' | 'soleTrader' | 'both' } | { isGstRegistered: boolean }

const names = {
  employee: 'employee',
  soleTrader: 'sole trader',
  both: 'both',
  true: 'registered',
  false: 'not registered',
}

/** What we assume until it's answered. */
const usual = { work: 'employee', isGstRegistered: false }

export function questionOf(answer: TaxAnswer): 'work' | 'isGstRegistered' {
  return 'work' in answer ? 'work' : 'isGstRegistered'
}

const valueOf = (answer: TaxAnswer) => ('work' in answer ? answer.work : answer.isGstRegistered)

/** Where each answer to a question begins: those that repeat the one before are left out. */
function changesOf(answers: DatedAnswers, question: ReturnType<typeof questionOf>) {
  return answers
    .filter((each, index) => index === 0 || each[question] !== answers[index - 1]![question])
    .map(({ from, [question]: value }) => ({ from, value }))
}

/** Whether the answer that a new one replaces counts for earlier years, too. */
export function replacesEarlier(answers: DatedAnswers, answer: TaxAnswer, currentYear: string): boolean {
  const current = changesOf(answers, questionOf(answer)).at(-1)
  const answered = answers.filter(({ work, isGstRegistered }) => (work ?? isGstRegistered) !== null)
  const isFirst = answered.length <= 1 && (current?.value ?? null) === null
  return !isFirst && current?.from !== currentYear
}

/** From which year the same answer counts already, null for all years; undefined if the current one is another. */
export function startOf(answers: DatedAnswers, answer: TaxAnswer): string | null | undefined {
  const current = changesOf(answers, questionOf(answer)).at(-1)
  return current?.value === valueOf(answer) ? current.from : undefined
}

/** Whether its question was ever answered differently. */
export function differsFromEarlier(answers: DatedAnswers, answer: TaxAnswer): boolean {
  return changesOf(answers, questionOf(answer)).some(
    ({ value }) => value !== null && value !== valueOf(answer),
  )
}

/** Whether an answer would change the one that counts for an income year. @param from null for all years. */
export function changesYear(
  answers: DatedAnswers,
  answer: TaxAnswer,
  { incomeYear, from }: { incomeYear: string; from: string | null },
): boolean {
  const isIn = (first: string | null) => first === null || first <= incomeYear
  const question = questionOf(answer)
  const changes = changesOf(answers, question)
  const inYear = (all: typeof changes) => all.findLast(({ from }) => isIn(from))?.value ?? usual[question]
  // If it starts later than it does now, the one before it counts until then.
  const before = startOf(answers, answer) === undefined ? changes : changes.slice(0, -1)
  return inYear(changes) !== (isIn(from) ? valueOf(answer) : inYear(before))
}

/** Says which answers to a question count for which years; undefined if there's only one. */
export function describeAnswers(
  answers: DatedAnswers,
  question: ReturnType<typeof questionOf>,
): string | undefined {
  const changes = changesOf(answers, question)
  if (changes.length <= 1) return undefined
  const parts = changes.flatMap(({ from, value }, index) => {
    if (value === null) return []
    const next = changes[index + 1]?.from
    const years =
      from !== null
        ? `from ${formatIncomeYear(from)}`
        : `until ${formatIncomeYear(incomeYearLabel(endingOf(next!) - 1))}`
    return `${names[`${value}`]} ${years}`
  })
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

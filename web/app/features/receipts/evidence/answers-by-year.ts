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

const questionOf = (answer: TaxAnswer) => ('work' in answer ? 'work' : 'isGstRegistered')

/** Where each answer to a question begins: those that repeat the one before are left out. */
function changesOf(answers: DatedAnswers, question: ReturnType<typeof questionOf>) {
  return answers
    .filter((each, index) => index === 0 || each[question] !== answers[index - 1]![question])
    .map(({ from, [question]: value }) => ({ from, value }))
}

/** Whether the answer that a new one replaces counts for earlier years, too. */
export function replacesEarlier(answers: DatedAnswers, answer: TaxAnswer, currentYear: string): boolean {
  const current = changesOf(answers, questionOf(answer)).at(-1)
  const isFirst = answers.length <= 1 && (current?.value ?? null) === null
  return !isFirst && current?.from !== currentYear
}

/** Whether an answer would change the one that counts for an income year. @param from null for all years. */
export function changesYear(
  answers: DatedAnswers,
  answer: TaxAnswer,
  { incomeYear, from }: { incomeYear: string; from: string | null },
): boolean {
  const isIn = (first: string | null) => first === null || first <= incomeYear
  const current = changesOf(answers, questionOf(answer)).findLast(({ from }) => isIn(from))
  return isIn(from) && current?.value !== Object.values(answer)[0]
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

import { businessLabels, type DeductionLabel, type WorkKind } from '../deduction-labels.ts'
import { type LabelAnswers, type LabelQuestion, labelQuestions, type QuestionId } from './questions.ts'

type CategoryRule = { label: DeductionLabel | null; question: QuestionId }

// The categories' ids, as the migration that creates them has them.
const FUEL = '01937000-0000-7000-8000-000000000001'
const TRAVEL = '01937000-0000-7000-8000-000000000002'
const INSURANCE = '01937000-0000-7000-8000-000000000003'
const MEAL = '01937000-0000-7000-8000-000000000004'
const TRAINING = '01937000-0000-7000-8000-000000000005'
const OTHERS = '01937000-0000-7000-8000-000000000006'

const categoryRules: Record<string, CategoryRule> = {
  [FUEL]: { label: 'D1', question: 'vehicle' },
  [TRAVEL]: { label: 'D2', question: 'trip' },
  [INSURANCE]: { label: null, question: 'cover' },
  [MEAL]: { label: 'private', question: 'meal' },
  [TRAINING]: { label: 'D4', question: 'course' },
  [OTHERS]: { label: null, question: 'other' },
}

type WordRule = { categories: readonly string[]; words: RegExp } & CategoryRule

/** Words of the supplier and description that say more than the category. The first match counts. */
const wordRules: readonly WordRule[] = [
  { categories: [TRAVEL, OTHERS], words: /\b(fines?|infringements?)\b/, label: 'private', question: 'trip' },
  {
    categories: [FUEL],
    words: /\b(infringements?|(parking|speeding|traffic) fines?)\b|\bfine$/,
    label: 'private',
    question: 'trip',
  },
  { categories: [INSURANCE], words: /\bincome protection\b/, label: 'D15', question: 'cover' },
  // Before health and cars, which many of them are named after. But what they insure is another matter.
  {
    categories: [INSURANCE],
    words: /\bindemnity\b|^(?!.*\b(insurance|cover|premiums?)\b).*\b(unions?|associations?|institute)\b/s,
    label: 'D5',
    question: 'cover',
  },
  {
    categories: [INSURANCE],
    words: /\b(life|trauma|health|critical (care|illness))\b/,
    label: 'private',
    question: 'cover',
  },
  {
    categories: [INSURANCE],
    words: /\b(car|vehicle|motor|ctp|green slip)\b/,
    label: 'D1',
    question: 'cover',
  },
  {
    categories: [TRAINING],
    // To take part is training (TR 2024/3).
    words:
      /^(?!.*\b(conferences?|seminars?|courses?|workshops?|webinars?|summits?|congress)\b).*\b(licen[cs]e|registration|renewal|ahpra)\b/s,
    label: 'D5',
    question: 'course',
  },
  {
    categories: [OTHERS],
    words: /\b(raffles?|gofundme|crowdfund\w*)\b/,
    label: 'private',
    question: 'donation',
  },
  {
    categories: [OTHERS],
    words: /\b(donations?|charity|gift to)\b/,
    label: 'D9',
    question: 'donation',
  },
  {
    categories: [OTHERS],
    words: /\b(tax agent|tax return|accountants?|h&r block)\b/,
    label: 'D10',
    question: 'other',
  },
  {
    categories: [OTHERS],
    words: /\b(rego|car registration|vehicle registration)\b/,
    label: 'D1',
    question: 'vehicle',
  },
  {
    categories: [OTHERS],
    words: /\b(uniforms?|hi-?vis|workwear|work ?boots|steel ?caps?|clothes|clothing|laundry|dry clean\w*)\b/,
    label: 'D3',
    question: 'clothing',
  },
  {
    categories: [OTHERS],
    words: /\b(rental property|investment property|landlord|strata|property manage\w*)\b/,
    label: 'rental',
    question: 'other',
  },
  {
    categories: [OTHERS],
    words: /\b(tools?|stationery|laptop|printer|phone|internet|software|officeworks|bunnings)\b/,
    label: 'D5',
    question: 'other',
  },
]

export type LabelFacts = {
  /** Its id. */
  category: string
  description: string
  supplier: string | null
  answers: LabelAnswers
  /** Null until the owner was asked: treated as an employee. */
  work: WorkKind | null
}

/**
 * Suggests where an expense goes, from its category, a few words and the owner's answers. It sorts; the owner or their
 * registered agent decides.
 * @returns the label, null if an answer is needed first, and at most three questions.
 */
export function suggestLabel({ category, description, supplier, answers, work }: LabelFacts): {
  label: DeductionLabel | null
  questions: LabelQuestion[]
} {
  const text = `${supplier ?? ''} ${description}`.toLowerCase()
  const rule =
    wordRules.find(({ categories, words }) => categories.includes(category) && words.test(text)) ??
    categoryRules[category]
  if (!rule) return { label: null, questions: [] }
  const ask = (id: QuestionId): LabelQuestion => ({ id, answer: answers[id] ?? null })
  const question = ask(rule.question)
  const choices: readonly { value: string; label?: DeductionLabel }[] = labelQuestions[rule.question].choices
  const label = choices.find(({ value }) => value === question.answer)?.label ?? rule.label

  const isOvernight =
    (rule.question === 'meal' || rule.question === 'trip') && answers[rule.question] === 'overnight'
  const ownQuestions = [question, ...(isOvernight ? [ask('allowance')] : [])]
  const canBeBusiness = label !== null && businessLabels.includes(label)
  if (work === 'both' && (canBeBusiness || label === null)) {
    const isBusiness = answers.forWork === 'business'
    return {
      label: isBusiness ? 'business' : label,
      questions: isBusiness ? [ask('forWork')] : [ask('forWork'), ...ownQuestions],
    }
  }
  if (work === 'soleTrader' && canBeBusiness) return { label: 'business', questions: [question] }
  if (rule.question === 'course' && label !== 'private') {
    const isPaidBack = answers.paidBack === 'yes'
    return { label: isPaidBack ? 'private' : label, questions: [question, ask('paidBack')] }
  }
  return { label, questions: ownQuestions }
}

/**
 * Whether an allowance pays for a meal or for an expense of a night away, so that it counts separately from other work
 * expenses (s 900-30, s 900-35). Null for other expenses, and until its owner has answered.
 */
export function hasAllowance(category: string, { meal, trip, allowance }: LabelAnswers): boolean | null {
  if (category === TRAVEL) return trip === 'overnight' ? allowance === 'yes' : null
  if (category !== MEAL || meal === undefined) return null
  return meal === 'overtime' || (meal === 'overnight' && allowance === 'yes')
}

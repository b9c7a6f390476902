import { describe, expect, test } from 'vitest'
import { deductionLabels, formatLabel } from '../deduction-labels.ts'
import { labelAnswers, labelQuestions } from './questions.ts'
import { hasAllowance, type LabelFacts, suggestLabel } from './suggest.ts'

const [fuel, travel, insurance, meal, training, others] = [1, 2, 3, 4, 5, 6].map(
  (n) => `01937000-0000-7000-8000-00000000000${n}`,
) as [string, string, string, string, string, string]

const suggest = (facts: Partial<LabelFacts>) =>
  suggestLabel({ category: fuel, description: '', supplier: null, answers: {}, work: null, ...facts })

test.each([
  ['fuel', fuel, 'Diesel', 'D1'],
  ['travel', travel, 'Taxi to the airport', 'D2'],
  ['a fine', travel, 'Parking fine', 'private'],
  ['a fine among the costs of a car', fuel, 'Fine', 'private'],
  ['some insurance', insurance, 'Annual premium', null],
  ['a union', insurance, 'Union fees', 'D5'],
  ['a union of health workers', insurance, 'Health Services Union membership', 'D5'],
  ['an association of the motor trade', insurance, 'Motor Trades Association fees', 'D5'],
  ['an institute', insurance, 'Institute of Public Accountants', 'D5'],
  ['professional indemnity', insurance, 'Health workers’ professional indemnity insurance', 'D5'],
  ['health insurance of a union’s fund', insurance, 'Teachers Union Health insurance', 'private'],
  ['car insurance of an association', insurance, 'Royal Automobile Association car insurance', 'D1'],
  ['income protection', insurance, 'Income protection premium', 'D15'],
  ['life insurance', insurance, 'Life cover', 'private'],
  ['car insurance', insurance, 'Car insurance', 'D1'],
  ['a gym', insurance, 'Gym membership', null],
  ['a meal', meal, 'Lunch', 'private'],
  ['a course', training, 'First aid course', 'D4'],
  ['a licence', training, 'High-risk work licence renewal', 'D5'],
  ['a registration', training, 'AHPRA registration', 'D5'],
  ['taking part in a conference', training, 'Conference registration', 'D4'],
  ['taking part in a course', training, 'Course registration fee', 'D4'],
  ['something else', others, 'Thing', null],
  ['a donation', others, 'Donation', 'D9'],
  ['a raffle', others, 'Raffle tickets for charity', 'private'],
  ['a crowdfunded gift', others, 'Donation on GoFundMe', 'private'],
  ['crowdfunding', others, 'Crowdfunding for a neighbour', 'private'],
  ['a tax agent', others, 'Tax agent fee', 'D10'],
  ['workwear', others, 'Hi-vis shirt', 'D3'],
  ['registration', others, 'Rego', 'D1'],
  ['a landlord’s cost', others, 'Strata levy', 'rental'],
  ['tools', others, 'Tools', 'D5'],
  ['an unknown category', 'x', 'Tools', null],
])('%s is suggested as its label', (_, category, description, label) => {
  expect(suggest({ category, description }).label).toBe(label)
})

test('a raffle asks what was given to', () => {
  const raffle = { category: others, description: 'Raffle' }
  expect(suggest(raffle).questions).toEqual([{ id: 'donation', answer: null }])
  expect(suggest({ ...raffle, answers: { donation: 'charity' } }).label).toBe('D9')
})

test('the supplier counts like the description', () => {
  expect(suggest({ category: others, supplier: 'Officeworks' }).label).toBe('D5')
})

test.each([
  [fuel, { vehicle: 'other' }, 'D2'],
  [fuel, { vehicle: 'private' }, 'private'],
  [travel, { trip: 'commute' }, 'private'],
  [insurance, { cover: 'income' }, 'D15'],
  [travel, { trip: 'overnight' }, 'D2'],
  [meal, { meal: 'overtime' }, 'D5'],
  [meal, { meal: 'overnight' }, 'D2'],
  [training, { course: 'new' }, 'private'],
  [training, { course: 'current', paidBack: 'yes' }, 'private'],
  [others, { other: 'donation' }, 'D9'],
  // An answer to a question of another category.
  [fuel, { meal: 'overtime' }, 'D1'],
])('in %s, the answer %j leads to its label', (category, answers, label) => {
  expect(suggest({ category, answers }).label).toBe(label)
})

test.each([
  [meal, 'meal'],
  [travel, 'trip'],
] as const)(
  'in %s, what was spent on a night away asks employees about a travel allowance, which doesn’t change the label',
  (category, question) => {
    const answers = { [question]: 'overnight' }
    const asked = (work: LabelFacts['work']) =>
      suggest({ category, answers, work }).questions.map(({ id }) => id)
    expect(asked('employee')).toEqual([question, 'allowance'])
    expect(asked('both')).toEqual(['forWork', question, 'allowance'])
    expect(asked('soleTrader')).toEqual([question])
    expect(suggest({ category, answers: { ...answers, allowance: 'yes' } }).label).toBe('D2')
  },
)

test.each([
  [meal, {}, null],
  [meal, { meal: 'overtime' }, true],
  [meal, { meal: 'overnight' }, false],
  [meal, { meal: 'overnight', allowance: 'yes' }, true],
  // An earlier answer about when it was.
  [meal, { meal: 'usual', allowance: 'yes' }, false],
  [travel, { trip: 'work', allowance: 'yes' }, null],
  [travel, { trip: 'overnight' }, false],
  [travel, { trip: 'overnight', allowance: 'yes' }, true],
  // Answered before it was moved to another category.
  [others, { meal: 'overtime' }, null],
])('in %s, an allowance pays with the answers %j: %j', (category, answers, expected) => {
  expect(hasAllowance(category, answers)).toBe(expected)
})

describe('a sole trader', () => {
  test.each([
    [fuel, '', 'business'],
    [others, 'Tools', 'business'],
    [others, 'Donation', 'D9'],
    [insurance, 'Income protection', 'D15'],
    [insurance, '', null],
    [meal, '', 'private'],
  ])('claims work expenses in %s (%s) as %s', (category, description, label) => {
    expect(suggest({ category, description, work: 'soleTrader' }).label).toBe(label)
  })

  test('sole traders who are employees too are asked which job it was for', () => {
    const both = { work: 'both' } as const
    expect(suggest(both).questions.map(({ id }) => id)).toEqual(['forWork', 'vehicle'])
    expect(suggest(both).label).toBe('D1')
    expect(suggest({ ...both, answers: { forWork: 'business' } }).label).toBe('business')
    expect(suggest({ ...both, category: insurance, answers: { forWork: 'business' } }).label).toBe('business')
    expect(suggest({ ...both, answers: { forWork: 'business', vehicle: 'private' } }).label).toBe('private')
  })
})

test('at most two questions are asked, and every answer is accepted', () => {
  for (const category of [fuel, travel, insurance, meal, training, others])
    for (const work of ['employee', 'soleTrader', 'both', null] as const) {
      const { questions } = suggest({ category, work })
      expect(questions.length).toBeLessThanOrEqual(2)
      expect(questions.length).toBeGreaterThan(0)
      for (const { id, answer } of questions) {
        expect(answer).toBeNull()
        for (const { value } of labelQuestions[id].choices)
          expect(labelAnswers.parse({ [id]: value })).toEqual({ [id]: value })
      }
    }
  expect(labelAnswers.safeParse({ vehicle: 'boat' }).success).toBe(false)
  expect(labelAnswers.safeParse({ boat: 'car' }).success).toBe(false)
})

test('labels have names', () => {
  expect(deductionLabels.map(formatLabel)).toContain('D15 Other deductions')
  expect(formatLabel('rental')).toBe('Rental property')
})

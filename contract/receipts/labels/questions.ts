import { z } from 'zod'
import type { DeductionLabel } from '../deduction-labels.ts'

type Choice = { value: string; name: string; label?: DeductionLabel }
type Question = { text: string; choices: readonly Choice[] }

const choice = (value: string, name: string, label?: DeductionLabel): Choice =>
  label ? { value, name, label } : { value, name }

/** Questions about one receipt. Most answers have the label they suggest. */
export const labelQuestions = {
  /** Asked of owners who have both. */
  forWork: {
    text: 'Was it for your job or your business?',
    choices: [choice('job', 'My job'), choice('business', 'My business')],
  },
  paidBack: {
    text: 'Did your employer pay you back?',
    choices: [choice('no', 'No'), choice('yes', 'Yes')],
  },
  vehicle: {
    text: 'What kind of vehicle is it?',
    choices: [
      choice('car', 'A car', 'D1'),
      choice('other', 'A motorcycle, a ute or van that carries a tonne or more, or a minibus', 'D2'),
      choice('private', 'I don’t use it for work', 'private'),
    ],
  },
  trip: {
    text: 'What was this expense for?',
    choices: [
      choice('work', 'Travelling for work, such as fares or parking', 'D2'),
      choice('overnight', 'Accommodation, food or incidentals while away overnight for work', 'D2'),
      choice('commute', 'Between home and work', 'private'),
      choice('fine', 'A fine', 'private'),
      choice('private', 'Not for work', 'private'),
    ],
  },
  cover: {
    text: 'What does it cover?',
    choices: [
      choice('membership', 'A union, an association or professional indemnity', 'D5'),
      choice('income', 'Your income, if you can’t work', 'D15'),
      choice('car', 'A car', 'D1'),
      choice('life', 'Life, trauma, critical care or health', 'private'),
      choice('private', 'Something else that isn’t for work', 'private'),
    ],
  },
  meal: {
    text: 'When did you have the meal?',
    choices: [
      choice('usual', 'During usual working hours', 'private'),
      choice('overtime', 'During overtime, with a meal allowance under an award', 'D5'),
      choice('overnight', 'While travelling overnight for work', 'D2'),
      choice('private', 'At another time, or not for work', 'private'),
    ],
  },
  allowance: {
    text: 'Did your employer pay you a travel allowance for it?',
    choices: [choice('no', 'No'), choice('yes', 'Yes')],
  },
  course: {
    text: 'What was it for?',
    choices: [
      choice('current', 'Learning for your current work', 'D4'),
      choice('licence', 'Renewing a licence or registration you need at work', 'D5'),
      choice('new', 'Learning for a new job', 'private'),
    ],
  },
  clothing: {
    text: 'What kind of clothing is it?',
    choices: [
      choice('work', 'Protective, a uniform, or specific to your occupation', 'D3'),
      choice('plain', 'Something you could wear anywhere', 'private'),
    ],
  },
  donation: {
    text: 'What did you give to?',
    choices: [
      choice('charity', 'A charity that can receive deductible gifts', 'D9'),
      choice('other', 'A raffle, crowdfunding, or something you got in return', 'private'),
    ],
  },
  other: {
    text: 'What is it?',
    choices: [
      choice('work', 'Tools, phone, or something else for work', 'D5'),
      choice('clothing', 'Work clothes, or washing them', 'D3'),
      choice('donation', 'A gift to a charity that can receive deductible gifts', 'D9'),
      choice('tax', 'Managing your tax affairs', 'D10'),
      choice('rental', 'For a rental property', 'rental'),
      choice('private', 'None of these', 'private'),
    ],
  },
} satisfies Record<string, Question>
export type QuestionId = keyof typeof labelQuestions
const questionIds = Object.keys(labelQuestions) as QuestionId[]

const oneOf = (choices: readonly { value: string }[]) =>
  z.string().refine((value) => choices.some((choice) => choice.value === value), 'Choose one of the answers.')

/** What the owner answered about a receipt, by question. */
export const labelAnswers = z
  .strictObject({
    forWork: oneOf(labelQuestions.forWork.choices),
    paidBack: oneOf(labelQuestions.paidBack.choices),
    vehicle: oneOf(labelQuestions.vehicle.choices),
    trip: oneOf(labelQuestions.trip.choices),
    cover: oneOf(labelQuestions.cover.choices),
    meal: oneOf(labelQuestions.meal.choices),
    allowance: oneOf(labelQuestions.allowance.choices),
    course: oneOf(labelQuestions.course.choices),
    clothing: oneOf(labelQuestions.clothing.choices),
    donation: oneOf(labelQuestions.donation.choices),
    other: oneOf(labelQuestions.other.choices),
    /** That it isn’t an asset: it isn't used for more than a year. Asked apart from those about the label. */
    lasting: z.literal('no'),
  })
  .partial()
export type LabelAnswers = z.infer<typeof labelAnswers>

/** A question as the API returns it; its text and choices are in {@link labelQuestions}. */
export const labelQuestion = z.object({
  id: z.enum(questionIds),
  /** The value of the choice; null until it's answered. */
  answer: z.string().nullable(),
})
export type LabelQuestion = z.infer<typeof labelQuestion>

import { z } from 'zod'
import { count, dollars, pastDay } from './claims-fields.ts'
import { emailField, type PhoneNumberCheck, phoneNumberField } from '../core/people/contact-details.ts'
import { lastFinishedYear, lodgementYears } from '../core/income-years.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { line } from '../core/schemas/text.ts'

export type ClaimsRules = {
  /** Today's date in Sydney. */
  today: () => string
  /** Whether the form has the two myGov fields (requirement 27). */
  asksMyGovPassword: boolean
  isValidPhoneNumber: PhoneNumberCheck
}

const yesOrNo = z
  .boolean({ error: 'Please answer Yes or No.' })
  .nullish()
  .meta({ description: 'Null or missing if not answered.' })

/** Everything except the myGov fields. `checkAcrossFields` checks which details an answer requires. */
function sections({ today, isValidPhoneNumber }: ClaimsRules) {
  return {
    incomeYear: z
      .string({ error: 'Please choose an income year.' })
      .refine((year) => lodgementYears(today()).includes(year), 'Please choose an income year from the list.')
      .default(() => lastFinishedYear(today()))
      .meta({ description: 'Such as "2025-26"; the last finished year by default.', default: undefined }),
    fullName: line({ max: MAX_LENGTH.fullName, required: 'Please enter your full name.' }),
    email: emailField({
      required: 'Please enter your email address.',
      invalid: 'Please enter an email address such as name@example.com.',
    }),
    phoneNumber: phoneNumberField('Please enter your phone number.', isValidPhoneNumber),
    spouseInformation: yesOrNo,
    spouseDetails: spouseDetails(today).nullish(),
    investmentProperty: yesOrNo,
    investmentDetails: investmentDetails.nullish(),
    dependents: count('Please enter how many dependants you had, or 0.', { max: 30 }),
    residency: z.strictObject({ status: yesOrNo, medicare: medicareDay(today).nullish() }).nullish(),
    logBook: yesOrNo,
    logBookDetails: logBookDetails.nullish(),
  }
}

function spouseDetails(today: () => string) {
  return z.strictObject({
    firstName: line({ max: MAX_LENGTH.personName, required: 'Please enter your spouse’s first name.' }),
    lastName: line({ max: MAX_LENGTH.personName, required: 'Please enter your spouse’s last name.' }),
    dateOfBirth: pastDay({
      required: 'Please enter your spouse’s date of birth.',
      earliest: '1900-01-01',
      tooEarly: 'Please check the year of birth.',
      tooLate: 'A date of birth can’t be in the future.',
      today,
    }),
    annualIncome: dollars('your spouse’s annual income'),
  })
}

const investmentDetails = z.strictObject({
  totalRentalIncome: dollars('your total rental income'),
  totalPropertyExpenses: dollars('your total property expenses'),
})

const medicareMissing = 'Please enter the date you first received your Medicare card.'
function medicareDay(today: () => string) {
  return pastDay({
    required: medicareMissing,
    earliest: '1984-02-01',
    tooEarly: 'Medicare began on 1 February 1984. Please check the date.',
    tooLate: 'This date can’t be in the future.',
    today,
  })
}

const logBookDetails = z.strictObject({
  weeklyFuelExpenses: dollars('your weekly fuel expenses'),
  carRepairsAndServicing: dollars('your car repair and servicing costs'),
  monthlyInsurance: dollars('your monthly insurance'),
  monthlyInternet: dollars('your monthly internet'),
  weeklyFoodAtWork: dollars('your weekly food costs at work'),
  clothingAndLaundry: dollars('your clothing and laundry costs'),
  yearlyDonation: dollars('your yearly donation'),
  workRelated: dollars('your other work-related expenses'),
  monthlyDonation: dollars('your monthly donation'),
})

const myGovRequired = 'Please enter your myGov password.'
const myGovAgain = 'Please enter your myGov password again.'
/** They only have to be filled in and match; then they're dropped (requirement 27). */
const myGovFields = {
  myGovPassword: z.string({ error: myGovRequired }).min(1, myGovRequired),
  confirmMyGovPassword: z.string({ error: myGovAgain }).min(1, myGovAgain),
}

type Sections = z.ZodObject<ReturnType<typeof sections>>
/** The payload as the web sends it. */
export type ClaimsPayload = z.input<Sections> & Partial<Record<keyof typeof myGovFields, string>>
/** The payload after parsing: amounts in integer cents, without the myGov fields. */
export type Claims = z.output<Sections>

/** The lodgement form with all its rules. Reports all problems at once. */
export function claims(rules: ClaimsRules): z.ZodType<Claims, ClaimsPayload> {
  const common = sections(rules)
  const form: z.ZodType<Claims & MyGov, ClaimsPayload> = rules.asksMyGovPassword
    ? z.strictObject({ ...common, ...myGovFields })
    : z.strictObject(common)
  return form
    .superRefine((claims, context) => checkAcrossFields(claims, context, rules), {
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    })
    .transform(withoutMyGov)
}

type MyGov = { myGovPassword?: unknown; confirmMyGovPassword?: unknown }

function withoutMyGov(claims: Claims & MyGov): Claims {
  const { myGovPassword: _, confirmMyGovPassword: __, ...rest } = claims
  return rest
}

type Context = z.core.$RefinementCtx

/** Rules between fields. They run even if a field is invalid, so values can have any type. */
function checkAcrossFields(claims: Partial<Claims> & MyGov, context: Context, { today }: ClaimsRules): void {
  const { spouseInformation, investmentProperty, logBook, residency } = claims
  checkDetails(
    context,
    'spouseDetails',
    claims.spouseDetails,
    spouseDetails(today),
    spouseInformation === true,
  )
  checkDetails(
    context,
    'investmentDetails',
    claims.investmentDetails,
    investmentDetails,
    investmentProperty === true,
  )
  checkDetails(context, 'logBookDetails', claims.logBookDetails, logBookDetails, typeof logBook === 'boolean')
  const { status, medicare } = residency ?? {}
  const isBlank = medicare === undefined || medicare === null
  if (status === true && isBlank) report(context, ['residency', 'medicare'], medicareMissing)
  if (status !== true && !isBlank)
    report(context, ['residency', 'medicare'], 'Leave this empty unless you answered Yes.')
  const { myGovPassword: one, confirmMyGovPassword: other } = claims
  if (isFilled(one) && isFilled(other) && one !== other)
    report(context, ['confirmMyGovPassword'], 'The two myGov passwords don’t match.')
}

/** Details are required, and only allowed, after the answer that asks for them. */
function checkDetails(
  context: Context,
  name: string,
  details: unknown,
  schema: z.ZodObject,
  isAsked: boolean,
): void {
  const isMissing = details === undefined || details === null
  if (!isAsked && !isMissing) report(context, [name], 'These details don’t match your answer.')
  if (!isAsked || !isMissing) return
  for (const { path, message } of schema.safeParse({}).error?.issues ?? []) {
    report(context, [name, ...path], message)
  }
}

function report(context: Context, path: PropertyKey[], message: string): void {
  context.addIssue({ code: 'custom', path, message })
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

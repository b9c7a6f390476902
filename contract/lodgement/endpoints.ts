import { z } from 'zod'
import { claims, type ClaimsRules } from './claims.ts'
import { endpoint } from '../core/endpoint.ts'
import { sydneyDay } from '../core/dates.ts'
import { refusals } from '../core/refusal.ts'

/** By default: today's date, no myGov fields, any phone number. */
export const defaultRules: ClaimsRules = {
  today: () => sydneyDay(new Date()),
  asksMyGovPassword: false,
  isValidPhoneNumber: () => true,
}

const hour = 3600

export const lodgementRefusals = refusals('lodgement', {
  keyReused: [409, 'This form was already sent with other answers. Reload the page and try again.'],
})

/** How a sent form is confirmed. */
export const lodgementReceived = z.object({
  message: z.string(),
  /** For customers to quote: `7K3M-9QXR`. */
  reference: z.string(),
  /** Whether we email the sender a confirmation: each address gets only a few a day, and a repeated form none. */
  isConfirmed: z.boolean(),
  /** Set when something that looked like a tax file number was removed (requirement 29). */
  warning: z.string().optional(),
})

export const lodgementEndpoints = {
  form: endpoint('GET /api/lodgement-form', {
    right: 'public',
    summary:
      'The settings of the lodgement form: income years to choose from, and whether it has the myGov fields.',
    response: z.object({
      asksMyGovPassword: z.boolean(),
      /** Newest first. */
      incomeYears: z.array(z.string()),
      /** The last one that has ended. */
      defaultIncomeYear: z.string(),
    }),
  }),
  submit: endpoint('POST /api/auth/claim-and-deduction', {
    right: 'public',
    summary: 'Sends us the Claims and Deductions form. Nothing goes to the ATO.',
    body: claims(defaultRules),
    status: 201,
    idempotent: true,
    refusals: [lodgementRefusals.keyReused],
    limits: [{ per: 'address', max: 10, windowSeconds: hour }],
    response: lodgementReceived,
  }),
}

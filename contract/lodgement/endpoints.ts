import { z } from 'zod'
import { claims, type ClaimsRules } from './claims.ts'
import { endpoint } from '../core/endpoint.ts'
import { sydneyDay } from '../core/dates.ts'

/** What holds where nobody said otherwise: today's date, both myGov fields, the light rule for phone numbers. */
export const usualRules: ClaimsRules = {
  today: () => sydneyDay(new Date()),
  asksMyGovPassword: true,
  canBeCalled: () => true,
}

const hour = 3600

export const lodgementEndpoints = {
  form: endpoint({
    method: 'GET',
    path: '/api/lodgement-form',
    right: 'public',
    summary: 'What the lodgement form asks here and now: the myGov fields or not, and which income years.',
    response: z.object({
      asksMyGovPassword: z.boolean(),
      /** Newest first. */
      incomeYears: z.array(z.string()),
      /** The last finished one. */
      defaultIncomeYear: z.string(),
    }),
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/auth/claim-and-deduction',
    right: 'public',
    summary:
      'Lodges the Claims and Deductions form. The two myGov fields are compared and dropped on arrival: they are never logged, stored or mailed.',
    body: claims(usualRules),
    status: 201,
    idempotent: true,
    limits: [{ per: 'address', max: 10, windowSeconds: hour }],
    response: z.object({
      message: z.string(),
      /** For people to quote: `7K3M-9QXR`. */
      reference: z.string(),
      /** That something was left out of what was sent: it looked like a tax file number (decision 29). */
      warning: z.string().optional(),
    }),
  }),
}

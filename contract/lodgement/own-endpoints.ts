import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { incomeYear } from '../core/schemas/fields.ts'
import { listOf } from '../core/schemas/list.ts'
import { deductionLabel } from '../receipts/deduction-labels.ts'
import { claims } from './claims.ts'
import { defaultRules, lodgementReceived, lodgementRefusals } from './endpoints.ts'

const cents = z.int()
const yesOrNo = z.boolean().nullable()

/** A form that was sent, as its sender wrote it. Amounts in cents. */
export const sentForm = z.object({
  _id: z.uuid(),
  /** For customers to quote: `7K3M-9QXR`. */
  reference: z.string(),
  incomeYear: z.string(),
  sentAt: z.iso.datetime(),
  /** Null if they can’t be decrypted, because the encryption key was lost. */
  answers: z
    .object({
      fullName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      spouseInformation: yesOrNo,
      spouseDetails: z
        .object({ firstName: z.string(), lastName: z.string(), dateOfBirth: z.string(), annualIncome: cents })
        .nullable(),
      investmentProperty: yesOrNo,
      investmentDetails: z.object({ totalRentalIncome: cents, totalPropertyExpenses: cents }).nullable(),
      dependents: z.int(),
      residency: z.object({ status: yesOrNo, medicare: z.string().nullable() }),
      logBook: yesOrNo,
      /** By the name of the question. */
      logBookDetails: z.record(z.string(), cents).nullable(),
    })
    .nullable(),
})
export type SentForm = z.infer<typeof sentForm>
export type SentAnswers = NonNullable<SentForm['answers']>

/** The form of someone who is logged in. */
export const ownLodgementEndpoints = {
  prefill: endpoint('GET /api/years/:incomeYear/lodgement-prefill', {
    right: 'receipts:read',
    summary:
      'The initial values of the Claims and Deductions form: the caller’s profile, and amounts from the year’s receipts, expenses without a receipt and records.',
    params: z.object({ incomeYear }),
    response: z.object({
      fullName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      /** True if the caller has kept a logbook, false if they claim their cars by cents per km; null if neither is known. */
      logBook: yesOrNo,
      amounts: z.array(
        z.object({
          item: z.string(),
          /** For the item’s period: a week, a month or the year. */
          cents,
          /** Where it comes from, for reading. */
          source: z.string(),
        }),
      ),
      /** Receipts and expenses that were left out: they have no label or no amount yet, or we think they’re private. */
      leftOut: z.int(),
      /** Assets claimed over several years, which were left out: only their decline in value counts. */
      assets: z.int(),
      /** Receipts that were left out because they may be for assets, which their owner hasn't said. */
      possibleAssets: z.int(),
      /** Labels with an amount that the form doesn't ask for. */
      otherLabels: z.array(deductionLabel),
      /** Records that were left out, each with what its figure waits for. */
      recordsLeftOut: z.array(z.object({ subject: z.string(), reason: z.string() })),
    }),
  }),
  send: endpoint('POST /api/lodgements', {
    right: 'receipts:write',
    summary:
      'Sends us the Claims and Deductions form and keeps a copy in its income year. Nothing goes to the ATO.',
    body: claims(defaultRules),
    status: 201,
    idempotent: true,
    refusals: [lodgementRefusals.keyReused],
    limits: [{ per: 'account', max: 10, windowSeconds: 3600 }],
    response: lodgementReceived,
  }),
  sent: endpoint('GET /api/years/:incomeYear/lodgement-forms', {
    right: 'receipts:read',
    summary: 'The Claims and Deductions forms the caller sent for an income year, newest first.',
    params: z.object({ incomeYear }),
    response: listOf(sentForm),
  }),
}

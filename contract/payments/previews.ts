import { z } from 'zod'
import { unusedTime } from './unused-time.ts'

/** What a plan change would cost now. */
export const changePreview = z.object({
  planName: z.string(),
  /** Credit for the unused time of the current plan, less what was refunded of it. */
  creditCents: z.int(),
  alreadyRefundedCents: z.int(),
  /** How that credit is calculated; empty until we've received the bill it's a part of. */
  unusedTime: z.array(unusedTime),
  /** The price of the new plan, or of the rest of its period. */
  chargeCents: z.int(),
  /** Credit from earlier changes that's used now. */
  balanceUsedCents: z.int(),
  dueNowCents: z.int(),
  /** Credit left for later bills. */
  balanceAfterCents: z.int(),
  renewsAt: z.iso.datetime(),
  /** The customer's storage if it would be full on the new plan; null if there's room. */
  fullStorage: z.object({ usedBytes: z.number(), limitBytes: z.number() }).nullable(),
  /** When the figures were worked out, in seconds; sent back to confirm them. */
  prorationDate: z.int(),
})
export type ChangePreview = z.infer<typeof changePreview>

/** A payment of months that waits for a card. */
export const preparedPayment = z.object({
  /** Empty if credit covers the whole price: `/api/credit-payment` pays then. */
  clientSecret: z.string(),
  message: z.string(),
  /** How much the card is charged. */
  amountCents: z.int(),
  /** The part of the price that credit pays for. */
  creditCents: z.int(),
  currency: z.literal('AUD'),
})
export type PreparedPayment = z.infer<typeof preparedPayment>

import { z } from 'zod'

/** What changed the price of a payment after its tax invoice. */
export const adjustmentNote = z.object({
  _id: z.uuid(),
  number: z.string(),
  /** By how much the price went down; negative if a refund failed. */
  amountCents: z.int(),
  /** A plan change added the amount to the user's credit; otherwise it was refunded. */
  isCredit: z.boolean(),
})

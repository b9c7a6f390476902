import type { Person } from '#testing/harness.ts'
import type { PayingServer } from '#testing/paying.ts'
import type { Stripe } from 'stripe'
import { listPayments } from './lists.ts'

const APPEAL = { appeal: { card: { reason_for_filing: 'They used it daily' } } }

/** @returns the ID of a payment's dispute. */
export async function findDispute(
  { stripe }: PayingServer,
  { payment_id: payment_intent }: { payment_id: string | null },
): Promise<string> {
  return (await stripe.disputes.list({ payment_intent: payment_intent! })).data[0]!.id
}

/** The bank takes a person's first payment back. @returns the dispute's ID. */
export async function disputeFirst(server: PayingServer, person: Person): Promise<string> {
  const first = (await listPayments(server, person)).at(-1)!
  server.standIn.dispute(first.payment_id!)
  await server.standIn.webhooksSettled()
  return findDispute(server, first)
}

export async function winDispute(server: PayingServer, dispute: string): Promise<void> {
  await submit(server, dispute, { uncategorized_text: 'winning_evidence' })
}

export async function loseDispute(server: PayingServer, dispute: string): Promise<void> {
  await submit(server, dispute, { uncategorized_text: 'losing_evidence' })
}

/** Appeals against a lost dispute; the bank hasn't decided yet. */
export async function appealDispute(server: PayingServer, dispute: string): Promise<void> {
  await submit(server, dispute, APPEAL)
}

/** Appeals against a lost dispute, and the bank decides for us. */
export async function winAppeal(server: PayingServer, dispute: string): Promise<void> {
  await appealDispute(server, dispute)
  server.standIn.decideAppeal(dispute, 'won')
  await server.standIn.webhooksSettled()
}

async function submit(
  server: PayingServer,
  dispute: string,
  evidence: Stripe.DisputeUpdateParams.Evidence,
): Promise<void> {
  await server.stripe.disputes.update(dispute, { evidence, submit: true })
  await server.standIn.webhooksSettled()
}

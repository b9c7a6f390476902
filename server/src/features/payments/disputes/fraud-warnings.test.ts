import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { deliverTo } from '../testing/deliver.ts'
import { listAlerts, listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
let ann: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'pro')
})

test.each([
  ['card_never_received', ' (reported as made with a card that never reached its owner)'],
  [
    'fraudulent_card_application',
    ' (reported as made with a card obtained through a fraudulent application)',
  ],
  ['made_with_counterfeit_card', ' (reported as made with a counterfeit card)'],
  ['made_with_lost_card', ' (reported as made with a lost card)'],
  ['made_with_stolen_card', ' (reported as made with a stolen card)'],
  ['unauthorized_use_of_card', ' (reported as made without the cardholder’s permission)'],
  ['misc', ''],
])('a bank’s warning of fraud says what it reports (%s)', async (fraud_type, words) => {
  const [payment] = await listPayments(server, ann)
  const [event] = (await server.stripe.events.list({ limit: 1 })).data
  const object = {
    id: `issfr_${fraud_type}`,
    payment_intent: payment!.payment_id,
    fraud_type,
    actionable: true,
  }
  const type = 'radar.early_fraud_warning.created'
  await deliverTo(server, { ...event, id: `evt_${fraud_type}`, type, data: { object } })
  const [latest] = await listAlerts(server, admin, ann)
  expect(latest).toBe(
    `ann@example.com, payment ${payment!.payment_id}: the bank warns that this payment may be fraudulent${words}. A refund now avoids a dispute and its fee.`,
  )
})

import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { raiseAlert } from './alerts.ts'

test('a dismissed alert leads from the audit log to what it’s about, if we have that', async () => {
  const server = await startTestServer()
  const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
  const ann = await server.addUser('ann@example.com')
  const { db } = server.deps
  await raiseAlert(server.deps, db, {
    kind: 'gaveUp',
    subject: ann.id,
    user: ann.id,
    message: 'A renewal couldn’t be cancelled.',
  })
  await raiseAlert(server.deps, db, {
    kind: 'fraudWarning',
    subject: 'issfr_1',
    intent: 'pi_of_another_shop',
    message: 'A bank reported fraud.',
  })
  const { body } = await server.call(api.payments.alerts, {}, chief)
  for (const { _id: id } of body.alerts.toSorted((a, b) => a.message.localeCompare(b.message)))
    await server.call(api.payments.dismissAlert, { params: { id } }, chief)
  const log = await server.call(api.admin.listAudit, { query: { group: 'payments' } }, chief)
  expect(log.body.docs.map(({ shownIn }) => shownIn)).toEqual([{ screen: 'userPayments', id: ann.id }, null])
})

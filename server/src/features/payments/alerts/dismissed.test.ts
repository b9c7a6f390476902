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

test('an alert that was dismissed by mistake can be restored, unless there’s a new one', async () => {
  const server = await startTestServer()
  const admin = await server.addUser('desk@example.com', { role: 'Admin' })
  const { db } = server.deps
  const raise = (message: string) =>
    raiseAlert(server.deps, db, { kind: 'refundFailed', subject: 're_1', message })
  const open = async () => (await server.call(api.payments.alerts, {}, admin)).body.alerts
  const messages = async () => (await open()).map(({ message }) => message)
  await raise('Pay Ann another way.')
  const params = { id: (await open())[0]!._id }
  const dismiss = () => server.call(api.payments.dismissAlert, { params }, admin)
  const restore = () => server.call(api.payments.restoreAlert, { params }, admin)
  await dismiss()
  expect(await messages()).toEqual([])
  expect((await restore()).status).toBe(200)
  expect((await restore()).status).toBe(200)
  expect(await messages()).toEqual(['Pay Ann another way.'])
  await dismiss()
  await raise('Pay Ann by bank transfer.')
  expect((await restore()).status).toBe(200)
  expect(await messages()).toEqual(['Pay Ann by bank transfer.'])
  const unknown = { params: { id: crypto.randomUUID() } }
  expect(await server.call(api.payments.restoreAlert, unknown, admin)).toMatchObject({ status: 404 })
  const chief = await server.addUser('boss@example.com', { role: 'Super Admin' })
  const log = await server.call(api.admin.listAudit, { query: { group: 'payments' } }, chief)
  expect(log.body.docs.map(({ action }) => action)).toEqual([
    'payments.dismissAlert',
    'payments.restoreAlert',
    'payments.dismissAlert',
  ])
})

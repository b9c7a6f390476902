import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { startPayingServer } from '#testing/paying.ts'

test('a buyer who has only one name is named without a space after it', async () => {
  const server = await startPayingServer()
  const cher = await server.addUser('cher@example.com')
  await server.call(api.profile.update, { body: { firstName: 'Cher', lastName: '' } }, cher)
  const order = { months: ['Aug' as const], plan: server.plans.pro }
  const { body } = await server.call(api.payments.createIntent, { body: order }, cher)
  const names = async () => {
    const rows = await server.deps.db.selectFrom('payments').select('buyerName').execute()
    return rows.map(({ buyerName }) => buyerName)
  }
  expect(await names()).toEqual(['Cher'])
  await server.pay(body.clientSecret)
  await server.subscribe(cher, 'premium')
  expect(await names()).toEqual(['Cher', 'Cher'])
})

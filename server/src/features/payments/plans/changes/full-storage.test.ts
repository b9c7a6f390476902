import { api, receiptRefusals } from '@docketbox/contract'
import { GB_BYTES } from '@docketbox/contract/core/units'
import { pdf } from '@docketbox/testing/files/samples'
import { expect, test } from 'vitest'
import { startPayingServer } from '#testing/paying.ts'
import { fileOf } from '#testing/receipts.ts'

test('customers who store more than a smaller plan includes are warned before the change, and can’t add files after it', async () => {
  const server = await startPayingServer()
  const kim = await server.addUser('kim@example.com')
  await server.subscribe(kim, 'premium')
  await server.standIn.webhooksSettled()
  const preview = async () => {
    const body = { plan: server.plans.pro }
    return (await server.call(api.payments.previewChange, { body }, await server.signIn(kim))).body
  }
  const add = async () => {
    const body = fileOf(pdf('Docket'))
    return server.call(api.receipts.uploadFile, { body, query: {} }, await server.signIn(kim))
  }
  expect((await add()).status).toBe(201)
  expect(await preview()).toMatchObject({ fullStorage: null })

  const usedBytes = 21 * GB_BYTES
  await server.deps.db
    .updateTable('ownerStorage')
    .set({ bytes: usedBytes })
    .where('ownerId', '=', kim.id)
    .execute()
  expect(await preview()).toMatchObject({ fullStorage: { usedBytes, limitBytes: 20 * GB_BYTES } })
  await server.changePlan(kim, 'pro')
  expect(await add()).toMatchObject({ status: 409, body: { code: receiptRefusals.storageUsedUp.code } })
  const stored = await server.call(api.subscriptions.storage, {}, await server.signIn(kim))
  expect(stored.body).toMatchObject({ usedBytes, limitBytes: 20 * GB_BYTES })
})

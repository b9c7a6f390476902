import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, categoryIds, fileReceipt, travel } from '#testing/receipts.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

test('the name of a category finds its receipts, and those with the words', async () => {
  const fay = await addSubscriber(server, 'fay@example.com')
  const add = (description: string, category: string) => fileReceipt(server, fay, { description, category })
  const find = async (q: string) =>
    (await server.call(api.receipts.search, { query: { q } }, fay)).body.docs.map(
      ({ description }) => description,
    )
  const { _id: uploadId } = await add('Taxi to the training', travel)
  await server.call(api.receipts.editFacts, { params: { uploadId }, body: { supplier: 'Cabs' } }, fay)
  for (const category of categoryIds) await add(`Receipt ${category.at(-1)}`, category)
  const { docs } = (await server.call(api.categories.list, {}, fay)).body
  const found = await Promise.all(docs.map(({ name }) => find(name)))
  expect(found.map(([first]) => first)).toEqual(docs.map(({ _id }) => `Receipt ${_id.at(-1)}`))
  expect(await find('train')).toEqual(['Receipt 5', 'Taxi to the training'])
  expect(await find('travel cabs')).toEqual(['Taxi to the training'])
  expect(await find('insurance cabs')).toEqual([])
})

test.each([
  ['repairs', 'repair', 'Phone repair'],
  ['trainings', 'training', 'First aid training'],
  ['memberships', 'membership', 'Gym membership'],
])('if a category is empty, “%s” still finds the other number, %s', async (q, word, description) => {
  const una = await addSubscriber(server, `${word}@example.com`)
  await fileReceipt(server, una, { description, category: travel })
  const { docs, corrections } = (await server.call(api.receipts.search, { query: { q } }, una)).body
  expect([docs.map((receipt) => receipt.description), corrections]).toEqual([[description], [word]])
})

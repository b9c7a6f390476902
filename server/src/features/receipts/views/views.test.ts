import { randomUUID } from 'node:crypto'
import { api, MAX_VIEWS, receiptRefusals } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fuel } from '#testing/receipts.ts'

const { views, saveView, removeView } = api.receipts
type View = Parameters<typeof server.call<typeof saveView>>[1]['body']
const fuelView: View = { name: 'Fuel', filter: { category: fuel, minCents: 5000 }, sort: '-amount' }

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})

const save = (body: View, viewId: string = randomUUID(), person = ann) =>
  server.call(saveView, { params: { viewId }, body }, person)
const list = async (person = ann) => (await server.call(views, {}, person)).body.docs

test('a view is saved once, renamed, deleted and restored', async () => {
  const id = randomUUID()
  for (const name of ['Fuel', 'Fuel', 'Expensive fuel'])
    expect((await save({ ...fuelView, name }, id)).status).toBe(200)
  const saved = [{ ...fuelView, _id: id, name: 'Expensive fuel' }]
  expect(await list()).toEqual(saved)
  for (let time = 0; time < 2; time++)
    expect((await server.call(removeView, { params: { viewId: id } }, ann)).status).toBe(200)
  expect(await list()).toEqual([])
  await save({ ...fuelView, name: 'Expensive fuel' }, id)
  expect(await list()).toEqual(saved)
})

test('another user neither sees nor changes a view', async () => {
  const eve = await addSubscriber(server, 'eve@example.com')
  const viewId = (await list())[0]!._id
  await save({ ...fuelView, name: 'Mine' }, viewId, eve)
  await server.call(removeView, { params: { viewId } }, eve)
  expect(await list(eve)).toEqual([])
  expect(await list()).toMatchObject([{ name: 'Expensive fuel' }])
})

test('the number of views has a limit, even for simultaneous saves, but existing ones can change', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  const results = await Promise.all(
    Array.from({ length: MAX_VIEWS + 2 }, () => save(fuelView, randomUUID(), bob)),
  )
  expect(results.filter(({ status }) => status === 200)).toHaveLength(MAX_VIEWS)
  expect(results.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    body: { code: receiptRefusals.tooManyViews.code },
  })
  expect((await save({ ...fuelView, name: 'Renamed' }, (await list(bob))[0]!._id, bob)).status).toBe(200)
})

test.each([
  { ...fuelView, name: ' ' },
  { ...fuelView, sort: 'colour' },
  { ...fuelView, filter: { colour: 'red' } },
  { ...fuelView, filter: { incomeYear: '2026-99' } },
  { ...fuelView, filter: { minCents: null } },
])('%j is refused', async (view) => {
  expect((await save(view as View)).status).toBe(400)
})

test('a view with an impossible year, saved before years were checked, is still listed', async () => {
  const kim = await addSubscriber(server, 'kim@example.com')
  const id = randomUUID()
  await save(fuelView, id, kim)
  const filter = JSON.stringify({ incomeYear: '2026-99' })
  await server.deps.db.updateTable('savedViews').set({ filter }).where('id', '=', id).execute()
  expect(await list(kim)).toMatchObject([{ _id: id, filter: { incomeYear: '2026-99' } }])
})

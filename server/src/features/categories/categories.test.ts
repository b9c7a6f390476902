import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

describe('the categories', () => {
  test('are the six of the specification, in their order', async () => {
    const ann = await server.addUser('ann@example.com')
    const { body } = await server.call(api.categories.list, {}, ann)
    expect(body.docs.map(({ name }) => name)).toEqual([
      'Fuel, Car Repair and Servicing',
      'Travel expenses',
      'Insurance and Memberships',
      'WorkMeal',
      'Certification and Training',
      'Others',
    ])
  })
})

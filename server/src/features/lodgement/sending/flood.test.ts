import { api } from '@docketbox/contract'
import { minimal } from '@docketbox/contract/lodgement/testing/claims-sample'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { listLodgements } from '../index.ts'

const SUBMISSIONS = 2_000
const AT_A_TIME = 40
const VISITS = 10

test(
  'two thousand lodgements from one address: ten are accepted, and no one else notices',
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer({ TRUST_PROXY: 'true' })
    const body = JSON.stringify({ ...minimal, email: 'flood@example.com' })
    const statuses = new Map<number, number>()
    let withoutTime = 0
    let sent = 0
    const visits: { status: number }[] = []

    async function floodOn(): Promise<void> {
      // Until all visitors were served, so that they're served during the flood and not after it.
      while (sent < SUBMISSIONS || visits.length < VISITS) {
        sent++
        const response = await fetch(`${server.url}/api/auth/claim-and-deduction`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' },
          body,
        })
        await response.text()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        if (response.status === 429 && !(Number(response.headers.get('retry-after')) > 0)) withoutTime++
      }
    }

    async function visitOn(): Promise<void> {
      for (let visitor = 1; visitor <= VISITS; visitor++) {
        const address = `198.51.${visitor >> 8}.${visitor & 255}`
        const message = { email: `v${visitor}@example.com`, phoneNumber: '0412345678', feedback: 'Hello' }
        const { status } = await server.call(api.contact.send, { body: message }, undefined, {
          'x-forwarded-for': address,
        })
        visits.push({ status })
      }
    }

    await Promise.all([...Array.from({ length: AT_A_TIME }, floodOn), visitOn()])

    expect(Object.fromEntries(statuses)).toEqual({ 201: 10, 429: sent - 10 })
    expect(withoutTime).toBe(0)
    expect((await listLodgements(server.deps.db, { page: 1, limit: 1 })).total).toBe(10)
    expect(visits.filter(({ status }) => status !== 200)).toEqual([])
  },
)

import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { networkKey, rateLimitKey } from './rate-limit-key.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('%s is the caller %s', (address, caller) => {
  expect(rateLimitKey(address)).toBe(caller)
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.250', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
])('%s is in the network %s', (address, network) => {
  expect(networkKey(address)).toBe(network)
})

describe('behind a proxy a limit', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ TRUST_PROXY: 'true' })
  })
  /** Nothing is in it, but it counts: five an hour. */
  const write = async (forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor, 'content-type': 'application/json' }
    return (await fetch(`${server.url}/api/contact`, { method: 'POST', headers, body: '{}' })).status
  }

  test('counts the address the proxy saw, not the one the caller claims', async () => {
    for (let i = 0; i < 5; i++) expect(await write(`10.9.8.${i}, 203.0.113.7`)).toBe(400)
    expect(await write('10.9.8.99, 203.0.113.7')).toBe(429)
    expect(await write('203.0.113.7, 203.0.113.8')).toBe(400)
  })

  test('counts all addresses of one line as one', async () => {
    for (let i = 1; i <= 5; i++) expect(await write(`2001:db8:7:7::${i}`)).toBe(400)
    expect(await write('2001:db8:7:7:ffff::1')).toBe(429)
    expect(await write('2001:db8:7:8::1')).toBe(400)
  })
})

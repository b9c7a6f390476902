import { api, type ClaimsPayload } from '@docketbox/contract'
import { complete } from '@docketbox/contract/lodgement/testing/claims-sample'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { listLodgements } from '../index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

/** Every field of the form by its path, each with a valid value. */
const whole: Record<string, unknown> = Object.fromEntries(
  Object.entries(complete).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([inner, given]) => [`${name}.${inner}`, given])
      : [[name, value]],
  ),
)

/** Values that are invalid in every field. */
const absurd: unknown[] = [
  '',
  ' ',
  {},
  [],
  [[]],
  { $gt: '' },
  { toString: 'x' },
  ['x', 'y'],
  -1,
  1e308,
  1e-7,
  'x\u0000y',
  'a\r\nBcc: eve@example.com',
  '\u202Etxt.exe',
  'x'.repeat(100_000),
]
/** Values that are invalid in every field except names, which may be anything. */
const hostile: unknown[] = [
  '<script>alert(1)</script>',
  "' or 1=1; drop table lodgements; --",
  '=HYPERLINK("http://evil.example")',
  '{{7*7}} ${7*7}',
  '../../etc/passwd',
  'NaN',
  'Infinity',
  '0x1F',
  '１２３',
  'null',
  '__proto__',
]

const isName = (field: string) => field.endsWith('Name')
const isPassword = (field: string) => field.endsWith('Password')
const mayBeMissing = (field: string) =>
  /^(incomeYear|spouseInformation|investmentProperty|logBook|residency.status)$/.test(field)

function payloadWith(field: string, value: unknown): ClaimsPayload {
  const payload: Record<string, unknown> = {}
  for (const [path, given] of Object.entries({ ...whole, [field]: value })) {
    const [first, second] = path.split('.') as [string, string?]
    if (second === undefined) payload[first] = given
    else payload[first] = { ...(payload[first] as object), [second]: given }
  }
  return payload as ClaimsPayload
}

let calls = 0
async function lodge(body: ClaimsPayload) {
  const address = `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  return server.call(api.lodgement.submit, { body }, undefined, { 'x-forwarded-for': address })
}
const stored = async () => (await listLodgements(server.deps.db, { page: 1, limit: 1 })).total

describe('every field of the lodgement form, by bare HTTP', () => {
  test('is fine as it stands', async () => {
    expect((await lodge(payloadWith('fullName', 'Ann Lee'))).status).toBe(201)
  })

  test.each(Object.keys(whole))(
    '%s: what is absurd or hostile is refused by name, and nothing is stored',
    async (field) => {
      const before = await stored()
      const bad = [
        // A password may be any text; if the two differ, the second field reports it.
        ...(isPassword(field) ? absurd.filter((value) => typeof value !== 'string' || value === '') : absurd),
        ...(isName(field) || isPassword(field) ? [] : hostile),
        ...(mayBeMissing(field) ? [] : [null]),
      ]
      for (const value of bad) {
        const response = await lodge(payloadWith(field, value))
        const { fields = {} } = response.body as unknown as { fields?: Record<string, string> }
        const input = `${field} = ${JSON.stringify(value)?.slice(0, 60)}`
        expect(`${input}: ${response.status}`).toBe(`${input}: 400`)
        expect(
          `${input}: ${Object.keys(fields)
            .filter((name) => name === field)
            .join()}`,
        ).toBe(`${input}: ${field}`)
      }
      expect(await stored()).toBe(before)
    },
  )
})

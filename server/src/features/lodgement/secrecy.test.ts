import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type ClaimsPayload } from '@docketbox/contract'
import { minimal } from '@docketbox/contract/lodgement/testing/claims-sample'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { decryptParts } from './encryption/parts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'debug',
    LODGEMENT_ASKS_MYGOV_PASSWORD: 'true',
  })
})

const spouse = {
  firstName: 'Canaryspousefirst',
  lastName: 'Canaryspouselast',
  dateOfBirth: '1977-07-17',
  annualIncome: '7654321.09',
}
const claims = {
  ...minimal,
  fullName: 'Visible Canaryname',
  email: 'canary@example.com',
  myGovPassword: 'canary-mygov-1 äß',
  confirmMyGovPassword: 'canary-mygov-1 äß',
  spouseInformation: true,
  spouseDetails: spouse,
  investmentProperty: true,
  investmentDetails: { totalRentalIncome: '8765432.10', totalPropertyExpenses: '1' },
} satisfies ClaimsPayload

let lastByte = 0
function post(body: string, type = 'application/json', to = server): Promise<Response> {
  const headers = { 'content-type': type, 'x-forwarded-for': `198.51.100.${++lastByte}` }
  return fetch(`${to.url}/api/auth/claim-and-deduction`, { method: 'POST', headers, body })
}
const send = async (body: unknown) => (await post(JSON.stringify(body))).status

/** Every row of every table, as text: what a dump would hold. Bytes show as hexadecimal. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    server.deps.db,
  )
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.raw(name)} t`.execute(
      server.deps.db,
    )
    return rows.map(({ line }) => line).join('\n')
  })
  return (await Promise.all(texts)).join('\n')
}

async function everyFile(): Promise<string> {
  const files = await readdir(server.deps.config.DATA_DIR, { recursive: true, withFileTypes: true })
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}

/** The forms a secret may be stored in: plain, hexadecimal, base64 from any offset, escaped, URL-encoded. */
function disguises(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inBase64 = [0, 1, 2].map((skip) => bytes.subarray(skip, skip + 9).toString('base64'))
  return [secret, bytes.toString('hex'), bytes.toString('latin1'), ...inBase64, encodeURIComponent(secret)]
}

async function placesOf(secret: string): Promise<string[]> {
  const places = {
    database: await everyRow(),
    logs: server.logged.join('\n'),
    mails: JSON.stringify(server.outbox.sent),
    files: await everyFile(),
  }
  const forms = disguises(secret)
  return Object.entries(places).flatMap(([place, text]) =>
    forms.some((form) => text.includes(form)) ? [place] : [],
  )
}

describe('the myGov password of a lodgement', () => {
  test('is found nowhere, whatever happens to the lodgement', async () => {
    expect(await send(claims)).toBe(201)
    await server.outbox.waitFor('canary@example.com')
    expect(await send({ ...claims, confirmMyGovPassword: 'canary-mygov-2' })).toBe(400)
    expect(await send({ ...claims, email: 'no' })).toBe(400)
    expect(
      await send({
        ...claims,
        myGovPassword: ['canary-mygov-3'],
        confirmMyGovPassword: { a: 'canary-mygov-3' },
      }),
    ).toBe(400)
    expect(await send({ ...claims, MyGovPassword: 'canary-mygov-4' })).toBe(400)
    expect(await send({ ...claims, spouseDetails: { ...spouse, myGovPassword: 'canary-mygov-5' } })).toBe(400)
    expect((await post(`{"myGovPassword":"canary-mygov-6" oops`)).status).toBe(400)
    expect((await post(`{"x":1,"myGovPassword":"canary-mygov-7`)).status).toBe(400)
    expect((await post(JSON.stringify(claims), 'text/plain')).status).toBe(415)
    expect((await post('myGovPassword=canary-mygov-8', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await post(`{"myGovPassword":"canary-mygov-9${'x'.repeat(300_000)}"}`)).status).toBe(413)

    // The search finds what is there,
    expect(await placesOf('Visible Canaryname')).toEqual(['database'])
    expect(await placesOf('/api/auth/claim-and-deduction')).toContain('logs')
    expect(await placesOf('canary@example.com')).toEqual(['database', 'mails'])
    // and nothing else.
    expect(await placesOf('canary-mygov')).toEqual([])
    expect(await placesOf('canary-mygov-1 äß')).toEqual([])
  })

  test('and the other answers appear in no error report', async () => {
    await sql`alter table lodgements rename to elsewhere`.execute(server.deps.db)
    const response = await post(JSON.stringify(claims))
    await sql`alter table elsewhere rename to lodgements`.execute(server.deps.db)
    expect(response.status).toBe(500)
    expect(server.logged.join('')).toContain('lodgements')
    for (const secret of ['canary-mygov', 'Canaryname', 'Canaryspouse', 'canary@example.com', '1977-07-17'])
      expect(server.logged.join('')).not.toContain(secret)
  })

  test('is neither asked for nor accepted by default', async () => {
    const without = await startTestServer({ LOG_LEVEL: 'debug' })
    expect((await without.call(api.lodgement.form, {})).body.asksMyGovPassword).toBe(false)
    const { myGovPassword, confirmMyGovPassword, ...rest } = claims
    expect((await post(JSON.stringify(rest), undefined, without)).status).toBe(201)
    const refused = await post(
      JSON.stringify({ ...rest, myGovPassword, confirmMyGovPassword }),
      undefined,
      without,
    )
    expect(refused.status).toBe(400)
    const { fields } = (await refused.json()) as { fields: object }
    expect(Object.keys(fields)).toEqual(['confirmMyGovPassword', 'myGovPassword'])
    expect(without.logged.join('')).not.toContain('canary-mygov')
  })
})

describe('the encrypted parts of a lodgement', () => {
  const rows = () => server.deps.db.selectFrom('lodgements').selectAll().execute()

  test('are readable nowhere except with the key', async () => {
    for (const secret of [
      spouse.firstName,
      spouse.lastName,
      spouse.dateOfBirth,
      '765432109',
      '7654321',
      '876543210',
    ])
      expect(await placesOf(secret)).toEqual([])
    const [row] = await rows()
    expect(decryptParts(server.deps, row!)).toEqual({
      spouse: { ...spouse, annualIncome: 765_432_109 },
      rentalIncomeCents: 876_543_210,
      unreadable: [],
    })
  })

  test('cannot be decrypted after a change, in another row or column, or with another key', async () => {
    expect(await send(claims)).toBe(201)
    const [one, other] = await rows()
    const changed = Buffer.from(one!.spouseSealed!)
    changed[changed.length - 1]! ^= 1
    const unreadableIn = (row: Parameters<typeof decryptParts>[1], deps = server.deps) =>
      decryptParts(deps, row).unreadable
    expect(unreadableIn({ ...one!, spouseSealed: changed })).toEqual(['spouse'])
    expect(unreadableIn({ ...one!, spouseSealed: other!.spouseSealed })).toEqual(['spouse'])
    expect(unreadableIn({ ...one!, id: other!.id })).toEqual(['spouse', 'rentalIncomeCents'])
    expect(unreadableIn({ ...one!, rentalIncomeSealed: one!.spouseSealed })).toEqual(['rentalIncomeCents'])
    const secrets = { ...server.deps.secrets, encryptionKey: new Uint8Array(32) }
    expect(unreadableIn(one!, { ...server.deps, secrets })).toEqual(['spouse', 'rentalIncomeCents'])
    expect(unreadableIn(one!)).toEqual([])
  })
})

import { api, type ClaimsPayload } from '@docketbox/contract'
import { complete, minimal, myGov, spouse } from '@docketbox/contract/lodgement/testing/claims-sample'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { listLodgements } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  server.setNow(new Date('2026-11-20T03:04:05Z'))
})

/** With figures that appear nowhere else. */
const whole: ClaimsPayload = {
  ...complete,
  email: 'complete@example.com',
  spouseDetails: { ...spouse, firstName: 'Kimberley', lastName: 'Leeson', annualIncome: '55,001' },
  investmentDetails: { totalRentalIncome: '20,002', totalPropertyExpenses: '4,321.09' },
  logBook: false,
}

let lastByte = 0
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++lastByte}` })
const lodge = (body: unknown, headers: Record<string, string> = elsewhere()) =>
  server.call(api.lodgement.submit, { body: body as ClaimsPayload }, undefined, headers)
const stored = (search?: string) =>
  listLodgements(server.deps.db, { page: 1, limit: 100, ...(search && { search }) })

describe('the lodgement form', () => {
  test('defaults to the last income year that has ended, without the myGov fields', async () => {
    const { body } = await server.call(api.lodgement.form, {})
    expect(body).toEqual({
      asksMyGovPassword: false,
      incomeYears: ['2026-27', '2025-26', '2024-25', '2023-24'],
      defaultIncomeYear: '2025-26',
    })
  })

  test('starts the new income year at midnight in Sydney', async () => {
    const years = async (at: string) => {
      server.setNow(new Date(at))
      return (await server.call(api.lodgement.form, {})).body.defaultIncomeYear
    }
    expect(await years('2027-06-30T13:59:59Z')).toBe('2025-26')
    expect(await years('2027-06-30T14:00:00Z')).toBe('2026-27')
    server.setNow(new Date('2026-11-20T03:04:05Z'))
  })
})

describe('a lodgement', () => {
  test('with only the required fields is stored and confirmed with a reference number', async () => {
    const { status, body } = await lodge(minimal)
    expect(status).toBe(201)
    expect(body.message).toBe('Submission successful!')
    expect(body.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    const { rows } = await stored(body.reference)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      reference: body.reference,
      incomeYear: '2025-26',
      fullName: 'Ann Lee',
      dependents: 2,
      hasSpouse: null,
      keepsLogBook: null,
    })
    const mail = await server.outbox.waitFor('ann@example.com', { subject: body.reference })
    expect(mail.text).toContain('Friday, 20 November 2026 at 2:04')
    expect(mail.text).toContain('Our team or a registered tax agent will read it')
    expect(mail.text).toContain('Nothing has been sent to the Australian Taxation Office')
  })

  test('has tax file numbers removed, and says so', async () => {
    const fullName = 'Tina Lee TFN123456782'
    const { body } = await lodge({ ...minimal, fullName, email: 'tina@example.com' })
    expect(body.warning).toContain('tax file number')
    expect((await stored('tina@example.com')).rows).toMatchObject([
      { fullName: 'Tina Lee TFN[number removed]' },
    ])
  })

  test('with every answer is stored completely, and the mail repeats none of them', async () => {
    const { status, body } = await lodge(whole)
    expect(status).toBe(201)
    const { rows } = await stored('COMPLETE@example')
    expect(rows[0]).toMatchObject({
      incomeYear: '2023-24',
      hasSpouse: true,
      hasInvestmentProperty: true,
      propertyExpensesCents: 432_109,
      isResident: true,
      medicareCardDate: '2012-05-01',
      keepsLogBook: false,
      weeklyFuelExpensesCents: 6000,
      carRepairsAndServicingCents: 120_000,
      weeklyFoodAtWorkCents: 0,
      monthlyDonationCents: 2500,
    })
    const mail = await server.outbox.waitFor('complete@example.com')
    const content = `${mail.subject} ${mail.text} ${mail.html}`
    expect(content).toContain(body.reference)
    for (const response of [
      'Ann',
      'Kimberley',
      'Leeson',
      '1990',
      '2012',
      '2023',
      '0412',
      '55,001',
      '20,002',
      '4,321',
      '1,200',
    ])
      expect(content).not.toContain(response)
  })

  test('sent several times with one key is one lodgement', async () => {
    const key = { 'idempotency-key': 'a key of this form'.replaceAll(' ', '-') }
    const person = { ...minimal, email: 'twice@example.com' }
    const responses = await Promise.all([1, 2, 3, 4].map(() => lodge(person, { ...elsewhere(), ...key })))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(responses.map(({ body }) => body.reference)).size).toBe(1)
    expect((await stored('twice@')).total).toBe(1)
    await server.outbox.waitFor('twice@example.com')
    expect(server.outbox.sent.filter(({ to }) => to === 'twice@example.com')).toHaveLength(1)
  })

  test('accepts any text as a name', async () => {
    const fullName = `<img src=x onerror=alert(1)> Robert'); drop table lodgements; -- %_\\`
    await lodge({ ...minimal, fullName, email: 'bobby@example.com' })
    expect((await stored('drop table lodgements; -- %_\\')).rows[0]?.fullName).toBe(fullName)
    expect((await stored('%%%')).total).toBe(0)
    const mail = await server.outbox.waitFor('bobby@example.com')
    expect(mail.html).not.toContain('<img')
  })

  test('is listed without the encrypted parts', async () => {
    const { rows } = await stored('complete@')
    expect(Object.keys(rows[0]!).filter((name) => /sealed|idempotency|spouse.+|rental/i.test(name))).toEqual(
      [],
    )
  })
})

describe('a lodgement that is refused', () => {
  test.each([
    ['no fields', {}, ['dependents', 'email', 'fullName', 'phoneNumber']],
    [
      'missing details and wrong values',
      { ...minimal, spouseInformation: true, residency: { status: true }, dependents: '-1' },
      [
        'dependents',
        'residency.medicare',
        'spouseDetails.annualIncome',
        'spouseDetails.dateOfBirth',
        'spouseDetails.firstName',
        'spouseDetails.lastName',
      ],
    ],
    ['myGov fields', { ...minimal, ...myGov }, ['confirmMyGovPassword', 'myGovPassword']],
    [
      'a birth date of tomorrow in Sydney',
      { ...complete, spouseDetails: { ...complete.spouseDetails, dateOfBirth: '2026-11-21' } },
      ['spouseDetails.dateOfBirth'],
    ],
    ['a future income year', { ...minimal, incomeYear: '2027-28' }, ['incomeYear']],
    ["a phone number that doesn't exist", { ...minimal, phoneNumber: '+999 1234 5678' }, ['phoneNumber']],
    ['a hidden copy recipient', { ...minimal, email: 'ann@example.com\nBcc: eve@example.com' }, ['email']],
    [
      'an endless amount',
      { ...complete, logBookDetails: { ...complete.logBookDetails, workRelated: '9'.repeat(50) } },
      ['logBookDetails.workRelated'],
    ],
    ['a field for a tax file number', { ...minimal, tfn: '123456782' }, ['tfn']],
    ['a list', [minimal], ['']],
  ])('because of %s reports every field and stores nothing', async (_, body, fields) => {
    const before = (await stored()).total
    const response = await lodge(body)
    expect(response.status).toBe(400)
    const refused = response.body as unknown as { fields: Record<string, string> }
    expect(Object.keys(refused.fields).toSorted()).toEqual(fields)
    expect((await stored()).total).toBe(before)
  })

  test.each([
    ['text/plain', JSON.stringify(minimal), 415],
    ['application/x-www-form-urlencoded', 'fullName=Ann', 415],
    ['application/json', '{"fullName": "Ann"', 400],
    ['application/json', `{"__proto__": {"fullName": "Ann"}}`, 400],
    ['application/json', `${'['.repeat(50_000)}`, 400],
    ['application/json', JSON.stringify({ ...minimal, fullName: 'x'.repeat(300_000) }), 413],
  ])('because it comes as %s: %#', async (type, body, status) => {
    const response = await fetch(`${server.url}/api/auth/claim-and-deduction`, {
      method: 'POST',
      headers: { 'content-type': type, ...elsewhere() },
      body,
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty('code')
  })

  test('because the mail queue is broken is not stored either', async () => {
    const broken = { ...server.deps, mail: { queue: () => Promise.reject(new Error('no queue')) } }
    const { lodge: lodgeDirectly } = await import('./service.ts')
    const claims = {
      incomeYear: '2025-26',
      fullName: 'Ann',
      email: 'queue@example.com',
      phoneNumber: '1',
      dependents: 0,
    }
    await expect(lodgeDirectly(broken, claims, undefined)).rejects.toThrow('no queue')
    expect((await stored('queue@')).total).toBe(0)
  })
})

describe('a lodgement with the myGov fields switched on', () => {
  let withMyGov: TestServer
  beforeAll(async () => {
    withMyGov = await startTestServer({ TRUST_PROXY: 'true', LODGEMENT_ASKS_MYGOV_PASSWORD: 'true' })
  })

  test('needs both fields, and both the same', async () => {
    const { body } = await withMyGov.call(api.lodgement.form, {})
    expect(body.asksMyGovPassword).toBe(true)
    const refusedFields = async (payload: unknown) => {
      const response = await withMyGov.call(
        api.lodgement.submit,
        { body: payload as ClaimsPayload },
        undefined,
        elsewhere(),
      )
      return Object.keys((response.body as unknown as { fields?: object }).fields ?? {}).toSorted()
    }
    expect(await refusedFields(minimal)).toEqual(['confirmMyGovPassword', 'myGovPassword'])
    expect(await refusedFields({ ...minimal, ...myGov, confirmMyGovPassword: 'a secret!' })).toEqual([
      'confirmMyGovPassword',
    ])
    expect(await refusedFields({ ...minimal, myGovPassword: 1, confirmMyGovPassword: 1 })).toEqual([
      'confirmMyGovPassword',
      'myGovPassword',
    ])
    expect(await refusedFields({ ...minimal, ...myGov })).toEqual([])
  })
})

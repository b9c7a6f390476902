import { api, authRefusals, phoneNumberMessages, type SignUpBody } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { elsewhere, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const filledIn: SignUpBody = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phoneNumber: '0412 345 678',
  address: {
    street: 'Victoria',
    state: 'Victoria',
    city: 'City',
    zipCode: '0000',
    country: 'Australia',
  },
  role: 'User',
  password: 'purple wombat sings',
}
const signUp = (changes: Partial<Record<keyof SignUpBody, unknown>> & Record<string, unknown>) =>
  server.call(api.auth.signUp, { body: { ...filledIn, ...changes } as SignUpBody }, undefined, elsewhere())

describe('signing up', () => {
  test('opens an account that waits for its address to be verified', async () => {
    const { status, body } = await signUp({})
    expect(status).toBe(201)
    expect(body).toEqual({
      message: 'Kindly Verify Email!',
      user: {
        _id: expect.any(String),
        firstName: 'Ann',
        lastName: 'Lee',
        phoneNumber: '0412 345 678',
        address: { ...filledIn.address, street: '', city: '', zipCode: '' },
        picture: null,
        email: 'ann@example.com',
        username: 'ann',
        role: 'User',
        status: 'active',
        isActive: false,
      },
    })
    const mail = await server.outbox.waitFor('ann@example.com')
    expect(mail.text).toContain('http://docketbox.test/verify?token=')
    expect(mail.text).toContain('email=ann%40example.com')
  })

  test('refuses an address that has an account, in any spelling', async () => {
    await signUp({ email: 'twice@example.com' })
    const again = await signUp({ email: ' Twice@Example.com ' })
    expect(again.status).toBe(409)
    expect(again.body).toEqual({ ...refusalBody(authRefusals.emailTaken) })
  })

  test('creates one account for twenty simultaneous requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => signUp({ email: 'race@example.com' })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  test('finds a free username for a second ann', async () => {
    const { body } = await signUp({ email: 'ann@example.org' })
    expect(body.user.username).toMatch(/^ann\d{4,6}$/)
  })

  test('reports every invalid field', async () => {
    const { status, body } = await signUp({
      firstName: 'Ann3',
      lastName: '',
      email: 'ann@@example',
      phoneNumber: ' ',
      address: { ...filledIn.address, state: 'Bavaria' },
      password: 'short',
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'common.invalidInput',
      fields: {
        firstName: 'Please use letters only.',
        lastName: 'Please use letters only.',
        email: '* Enter a valid email address.',
        phoneNumber: '* Phone number is required.',
        'address.state': '* Location is required.',
        password: 'Use at least 8 characters.',
      },
    })
  })

  test.each([
    ['a missing name', { firstName: undefined }, { firstName: 'Please use letters only.' }],
    ['an object for an address', { email: { $gt: '' } }, { email: '* Enter a valid email address.' }],
    [
      'a second address',
      { email: 'a@example.com,b@example.com' },
      { email: '* Enter a valid email address.' },
    ],
    [
      'a line break',
      { email: 'a@example.com\r\nBcc: b@example.com' },
      { email: '* Enter a valid email address.' },
    ],
    [
      'a phone number of letters',
      { phoneNumber: 'call me maybe' },
      { phoneNumber: phoneNumberMessages.notDigits },
    ],
    [
      'a phone number that is too short for any country',
      { phoneNumber: '123456' },
      { phoneNumber: phoneNumberMessages.unknown },
    ],
    [
      'a phone number that no numbering plan has',
      { phoneNumber: '+1 111 111 1111' },
      { phoneNumber: phoneNumberMessages.unknown },
    ],
    [
      'a well-known password',
      { password: 'Password123!' },
      { password: expect.stringContaining('too easy') },
    ],
    [
      'the own address as password',
      { password: 'ann@example.net', email: 'ann@example.net' },
      { password: expect.any(String) },
    ],
    ['a password of 257', { password: 'x1-'.repeat(86) }, { password: 'Use at most 256 characters.' }],
    ['an unknown key', { isActive: true }, { isActive: 'Unknown field.' }],
  ])('refuses %s', async (_, changes, fields) => {
    const { status, body } = await signUp({ email: 'bad@example.com', ...changes })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields })
  })

  test.each([
    ['O’Brien', "D'Arcy"],
    ['Smith-Jones', 'St. John'],
  ])('takes the names %s and %s', async (firstName, lastName) => {
    const { status } = await signUp({ email: `${firstName.length}@example.com`, firstName, lastName })
    expect(status).toBe(201)
  })

  test.each(['-', "'.", 'Ann_', 'Ann;', 'Ann3', '<b>', '‘Ann’'])('refuses the name %s', async (firstName) => {
    const { status, body } = await signUp({ email: 'bad@example.com', firstName })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { firstName: 'Please use letters only.' } })
  })

  test('takes names of any alphabet and a password of 256 characters', async () => {
    const { status } = await signUp({
      email: 'zoe@example.com',
      firstName: 'Zoë Nguyễn',
      lastName: '李',
      password: `${'é🦘-'.repeat(63)}🦘ab`,
    })
    expect(status).toBe(201)
  })

  test.each(['Admin', 'Super Admin'])('creates no %s without an invitation', async (role) => {
    const { status, body } = await signUp({ email: 'boss@example.com', role })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'invitations.badInvitation' })
  })

  test('never reveals the password or its hash', async () => {
    const { body } = await signUp({ email: 'quiet@example.com' })
    expect(JSON.stringify(body)).not.toMatch(/wombat|argon2|password/i)
  })

  test('answers text that the database cannot hold with a plain no', async () => {
    const { status } = await signUp({
      email: 'null@example.com',
      address: { ...filledIn.address, street: 'a\u0000b' },
    })
    expect(status).toBe(400)
  })

  test('is limited for one network address', async () => {
    const here = elsewhere()
    const tries = Array.from({ length: 21 }, () =>
      server.call(api.auth.signUp, { body: { ...filledIn, role: 'Admin' } }, undefined, here),
    )
    const responses = await Promise.all(tries)
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

function refusalBody({ code, message }: { code: string; message: string }) {
  return { code, message }
}

import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isHashOutdated, isCorrectPassword } from './hash.ts'

test('a password is stored as argon2id with 19 MiB, two passes and one lane', async () => {
  const stored = await hashPassword('purple wombat sings')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await isCorrectPassword('purple wombat sings', stored)).toBe(true)
  expect(await isCorrectPassword('purple wombat sing', stored)).toBe(false)
  expect(isHashOutdated(stored)).toBe(false)
})

test('the same password is never stored the same way twice', async () => {
  expect(await hashPassword('purple wombat sings')).not.toBe(await hashPassword('purple wombat sings'))
})

test('every character counts: none is cut off, none is folded', async () => {
  const long = 'é'.repeat(200)
  const stored = await hashPassword(`${long}a`)
  expect(await isCorrectPassword(`${long}b`, stored)).toBe(false)
  expect(await isCorrectPassword(`${long}A`, stored)).toBe(false)
})

test('a password with accents works on keyboards that send them differently', async () => {
  const [composed, decomposed] = ['cà phê sữa đá'.normalize('NFC'), 'cà phê sữa đá'.normalize('NFD')]
  for (const stored of [await hashPassword(composed), await hashPassword(decomposed)])
    for (const typed of [composed, decomposed]) expect(await isCorrectPassword(typed, stored)).toBe(true)
  expect(await isCorrectPassword(decomposed, storedEarlier(decomposed))).toBe(true)
})

test('an account without a password can’t log in with an empty one', async () => {
  expect(await isCorrectPassword('', null)).toBe(false)
  expect(await isCorrectPassword('anything', undefined)).toBe(false)
})

/** As an earlier version stored it. */
function storedEarlier(message: string): string {
  const nonce = Buffer.alloc(16, 7)
  const hash = argon2Sync('argon2id', {
    message,
    nonce,
    memory: 8192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(hash)}`
}

test('a hash with other costs still works and counts as outdated', async () => {
  const stored = storedEarlier('purple wombat sings')
  expect(await isCorrectPassword('purple wombat sings', stored)).toBe(true)
  expect(isHashOutdated(stored)).toBe(true)
})

test('an owner on a known device doesn’t queue behind strangers, one hash at a time', async () => {
  const stored = await hashPassword('purple wombat sings')
  let strangers = 0
  const flood = Array.from({ length: 60 }, async () => {
    await isCorrectPassword('guess', null)
    strangers++
  })
  expect(await isCorrectPassword('purple wombat sings', stored, 'ann')).toBe(true)
  expect(strangers).toBeLessThan(30)
  const many = Promise.all(
    Array.from({ length: 10 }, () => isCorrectPassword('purple wombat sings', stored, 'bob')),
  )
  expect(await isCorrectPassword('purple wombat sings', stored, 'ann')).toBe(true)
  expect(strangers).toBeLessThan(60)
  await Promise.all([...flood, many])
}, 30_000)

test('many simultaneous hashes run a few at a time, and are refused once the queue is full', async () => {
  const all = await Promise.allSettled(Array.from({ length: 130 }, () => isCorrectPassword('x', null)))
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(40)
  expect(await isCorrectPassword('purple', await hashPassword('purple'))).toBe(true)
}, 30_000)

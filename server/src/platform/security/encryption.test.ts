import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encrypt, decrypt } from './encryption.ts'

const notOpened = /unable to authenticate|Not encrypted/
const key = randomBytes(32)

describe('encrypted bytes', () => {
  test('open again under the same key and name', () => {
    expect(decrypt(key, 'mail', encrypt(key, 'mail', 'Grüße')).toString()).toBe('Grüße')
    expect(decrypt(key, 'mail', encrypt(key, 'mail', '')).length).toBe(0)
  })

  test('differ each time and reveal nothing about their content', () => {
    const [one, two] = [encrypt(key, 'mail', 'secret words'), encrypt(key, 'mail', 'secret words')]
    expect(one.equals(two)).toBe(false)
    expect(one.includes('secret')).toBe(false)
  })

  test('cannot be decrypted with another key or context, or with a changed byte', () => {
    const sealed = encrypt(key, 'mail', 'secret')
    expect(() => decrypt(randomBytes(32), 'mail', sealed)).toThrow(notOpened)
    expect(() => decrypt(key, 'lodgement', sealed)).toThrow(notOpened)
    for (const i of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      expect(() => decrypt(key, 'mail', changed)).toThrow(notOpened)
    }
    expect(() => decrypt(key, 'mail', sealed.subarray(0, 20))).toThrow(notOpened)
  })
})

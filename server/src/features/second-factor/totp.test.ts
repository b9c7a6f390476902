import { describe, expect, test } from 'vitest'
import { base32, codeAt, otpauthUri, stepAt, stepOf } from './totp.ts'

// Appendix B of RFC 6238, of whose eight digits we show the last six.
const secret = Buffer.from('12345678901234567890')

describe('a code of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i is %s', (seconds, code) => {
    expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
  })

  test('is accepted half a minute early or late, but no more', () => {
    const now = new Date(1_111_111_111_000)
    const step = stepAt(now)
    for (const near of [-1, 0, 1])
      expect(stepOf(secret, codeAt(secret, step + near), now, 0)).toBe(step + near)
    for (const far of [-2, 2]) expect(stepOf(secret, codeAt(secret, step + far), now, 0)).toBeUndefined()
  })

  test('is never taken again, nor an earlier one', () => {
    const now = new Date(1_111_111_111_000)
    const step = stepAt(now)
    expect(stepOf(secret, codeAt(secret, step), now, step)).toBeUndefined()
    expect(stepOf(secret, codeAt(secret, step - 1), now, step)).toBeUndefined()
    expect(stepOf(secret, codeAt(secret, step + 1), now, step)).toBe(step + 1)
  })
})

test('the secret is written as apps read it', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(base32(Buffer.from('foob'))).toBe('MZXW6YQ')
  expect(otpauthUri(secret, { issuer: 'Docket Box', account: 'ann@example.com' })).toBe(
    'otpauth://totp/Docket%20Box:ann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Docket%20Box',
  )
})

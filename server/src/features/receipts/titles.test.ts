import { describe, expect, test } from 'vitest'
import { safeTitle } from './titles.ts'

describe('a title', () => {
  test.each([
    ['Shell Dubbo.jpg', 'Shell Dubbo.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a\r\nSet-Cookie: x=1.jpg', 'a Set-Cookie: x=1.jpg'],
    ['docket\u202egpj.exe', 'docketgpj.exe'],
    ['\u200e\u2066hidden\u2069.png', 'hidden.png'],
    ['', 'receipt.jpg'],
    ['   ', 'receipt.jpg'],
    ['.jpg', 'receipt.jpg'],
    ['..', 'receipt.jpg'],
    ['\ud800.jpg', 'receipt.jpg'],
    ['Café reçu.jpg', 'Café reçu.jpg'],
    ['⛽👨‍👩‍👧 fuel.jpg', '⛽👨‍👩‍👧 fuel.jpg'],
  ])('%j becomes %j', (name, title) => {
    expect(safeTitle(name, 'image/jpeg')).toBe(title)
  })

  test('of 300 characters is truncated and keeps its extension', () => {
    const title = safeTitle(`${'long '.repeat(60)}.jpeg`, 'image/jpeg')
    expect(title.length).toBeLessThanOrEqual(200)
    expect(title).toMatch(/^long long .*\.jpeg$/)
  })

  test('is never cut inside an emoji', () => {
    expect(safeTitle('👨‍👩‍👧'.repeat(40), 'image/png')).toMatch(/^(👨‍👩‍👧)+$/u)
  })
})

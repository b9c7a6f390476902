import { describe, expect, test } from 'vitest'
import { draftIdIn, draftUri, localDay, safeTitle } from './rules.ts'

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

  test('of 300 characters is cut, and keeps its extension', () => {
    const title = safeTitle(`${'long '.repeat(60)}.jpeg`, 'image/jpeg')
    expect(title.length).toBeLessThanOrEqual(200)
    expect(title).toMatch(/^long long .*\.jpeg$/)
  })

  test('is never cut inside an emoji', () => {
    expect(safeTitle('👨‍👩‍👧'.repeat(40), 'image/png')).toMatch(/^(👨‍👩‍👧)+$/u)
  })
})

test.each([
  ['what the phone in Sydney says', '2026-07-01', '2026-07-01'],
  ['what the phone in Perth says', '2026-06-30', '2026-06-30'],
  ['Sydney, when nothing is said', undefined, '2026-07-01'],
  ['Sydney, when the phone is wrong', '2019-01-01', '2026-07-01'],
])('today is %s', (_, said, day) => {
  expect(localDay(new Date('2026-06-30T20:00:00Z'), said)).toBe(day)
})

test('only the name of a draft names a draft', () => {
  const id = '01a1f98c-b7c0-73be-90be-d80dc65f7534'
  expect(draftIdIn(draftUri(id))).toBe(id)
  for (const uri of [
    '',
    'draft:',
    id,
    `draft:${id}x`,
    'http://169.254.169.254/',
    `file:${id}:1`,
    'draft:../..',
  ])
    expect(draftIdIn(uri)).toBeUndefined()
})

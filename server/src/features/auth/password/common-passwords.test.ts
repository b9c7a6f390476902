import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

describe('a password that guessing starts with', () => {
  test.each([
    'password',
    'Password123!',
    'P@ssw0rd',
    'letmein1',
    'ILOVEYOU',
    'Sunshine2024',
    'monkeymonkey',
    '12345678',
    '11223344',
    '87654321',
    'qwertyuiop',
    'abc12345',
    '1qaz2wsx',
    'aaaaaaaa',
    'ABABABAB',
    '01011990',
    '1999-12-31',
    'correct horse battery staple',
  ])('%s is found', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each(['ann.lee@example.com', 'ann.lee1', 'ANN.LEE!'])(
    '%s is found for the one it names',
    (password) => {
      expect(isCommonPassword(password, ['ann.lee@example.com'])).toBe(true)
      expect(isCommonPassword(password, ['bob@example.com'])).toBe(false)
    },
  )

  test('a phone number is found if it’s in the user’s email', () => {
    expect(isCommonPassword('0412355678', ['0412355678@example.com'])).toBe(true)
  })

  test.each(['Siobhan2024', 'siobhán!!', 'OBrien-Smith', 'o’brien smith 1'])(
    '%s is found for Siobhán O’Brien-Smith',
    (password) => {
      expect(isCommonPassword(password, ['s@example.com', 'Siobhán', 'O’Brien-Smith'])).toBe(true)
    },
  )
})

test('a password isn’t mistaken for a name in another alphabet', () => {
  expect(isCommonPassword('пароль-из-слов', ['Дмитрий'])).toBe(false)
  expect(isCommonPassword('дмитрий1', ['Дмитрий'])).toBe(true)
})

test.each([
  'purple wombat sings',
  'kettle-magpie',
  'k3J9s8Qp',
  'Docket-tin-77-gum',
  'SuperSecret123!',
  'pineapple-under-rain',
  'пароль-из-слов',
  'x'.repeat(10) + 'yz' + '7'.repeat(200) + 'q',
])('%s isn’t a common password', (password) => {
  expect(isCommonPassword(password, ['ann@example.com', 'Ann', 'Lee'])).toBe(false)
})

test.each(['abc1'.repeat(64), 'qwe'.repeat(85)])('a long password is checked in moments: %s', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

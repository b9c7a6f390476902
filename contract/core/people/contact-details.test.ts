import { expect, test } from 'vitest'
import { personName } from './contact-details.ts'

test.each([
  'Zoë O’Brien',
  "St. John Smith-O'Neill",
  'J.R. Smith',
  'J. R.',
  'J.R.R.',
  'J.-P. Dupont',
  'Ann Lee Jr.',
  '李伟',
  'གསང་བདག',
  'ශ්\u200Dරීමති පෙරේරා',
  'علی\u200Cرضا محمدی',
  'בן־גוריון',
  '阿依古丽·买买提',
  'マリア・シルバ',
])('%s is a name', (name) => {
  expect(personName.parse(name)).toBe(name)
})

test('a name is the same however a keyboard sends its accents', () => {
  expect(personName.parse('Nguyễn'.normalize('NFD'))).toBe('Nguyễn'.normalize('NFC'))
})

test.each([
  'Your refund is at evil.com',
  'evil.co.uk',
  'Go to t.co',
  'A.com',
  'x.y.evil.io',
  'evil.\u200Dcom',
  'evil.\u034Fcom',
  'évil.பாரத்',
])('%j is an address, not a name', (name) => {
  expect(personName.safeParse(name).success).toBe(false)
})

test.each(['Ann1', 'Ann <b>', '-', '\u200D', 'Ann\u200C', 'A\u200D\u200Dn', 'Ann\u202EeeL', 'Ann\nLee'])(
  '%j isn’t a name',
  (name) => {
    expect(personName.safeParse(name).error?.issues[0]?.message).toBe('Please use letters only.')
  },
)

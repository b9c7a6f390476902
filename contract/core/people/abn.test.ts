import { describe, expect, test } from 'vitest'
import { abnDigits, abnText } from './abn.ts'

describe('an ABN', () => {
  test.each(['51 824 753 556', '53 004 085 616', '11223491505', '90000100000', '65118220001'])(
    '%s is right',
    (text) => {
      expect(abnDigits(text)).toBe(text.replaceAll(' ', ''))
    },
  )

  test.each(['11223493504', '00000000000', '5182475355', '51 824 753 55a', ''])('%s is wrong', (text) => {
    expect(abnDigits(text)).toBeUndefined()
  })

  test('is printed in its usual groups', () => {
    expect(abnText('51824753556')).toBe('51 824 753 556')
  })
})

import { expect, test } from 'vitest'
import { maskCardNumbers } from './card-numbers.ts'

test.for([
  ['VISA 4111 1111 1111 1111', 'VISA **** **** **** ****'],
  ['CARD 4111111111111111 OK', 'CARD **************** OK'],
  ['AMEX 3782-822463-10005', 'AMEX ****-******-*****'],
  ['VISA ************1794 117.20', 'VISA **************** 117.20'],
  ['XXXX XXXX XXXX 3273', 'XXXX XXXX XXXX ****'],
] as const)('masks the card number in %s', ([text, masked]) => {
  expect(maskCardNumbers(text)).toBe(masked)
})

test.for([
  'ABN 51 824 753 556',
  'Ph: (02) 9422 6328',
  'TOTAL 1,234.50',
  'Receipt #82035 25/03/23 15:23:09',
  '62.31L @ 182.0',
])('leaves %s unchanged', (text) => {
  expect(maskCardNumbers(text)).toBe(text)
})

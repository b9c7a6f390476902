import { expect, test } from 'vitest'
import { toNameCase } from './name-case.ts'

test.each([
  ['BAYSIDE COLLEGE', 'Bayside College'],
  ['BP CONNECT ORANGE', 'BP Connect Orange'],
  ['THE HOUSE OF PIES', 'The House of Pies'],
  ["O'BRIEN'S TYRES PTY LTD", "O'Brien's Tyres Pty Ltd"],
  ["MCDONALD'S DUBBO", "McDonald's Dubbo"],
  ["GRILL'D", "Grill'd"],
  ['JB HI-FI', 'JB Hi-Fi'],
  ['7-ELEVEN 2231', '7-Eleven 2231'],
  ['NRMA', 'NRMA'],
  ['CAFÉ ÉTOILE', 'Café Étoile'],
  ['Wattle & Co', 'Wattle & Co'],
  ['officeworks', 'officeworks'],
  ["o'Connor Phone Repairs", "O'Connor Phone Repairs"],
])('%s is written as %s', (printed, written) => {
  expect(toNameCase(printed)).toBe(written)
})

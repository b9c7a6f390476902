import { describe, expect, test } from 'vitest'
import { answersIn, type TaxProfiles, withAnswers } from './answers.ts'

const current = 2027
/** As `employee/no 2027 soleTrader/yes`; `-` isn't answered. */
const parse = (text: string): TaxProfiles =>
  text === ''
    ? []
    : `0 ${text}`.split(/ (?=\d)/).map((each) => {
        const [fromYear, answers] = each.split(' ') as [string, string]
        const [work, gst] = answers.split('/') as [string, string]
        return {
          fromYear: Number(fromYear),
          work: work === '-' ? null : (work as 'employee'),
          isGstRegistered: gst === '-' ? null : gst === 'yes',
        }
      })
const soleTrader = { work: 'soleTrader' } as const
const both = { work: 'both' } as const
const registered = { isGstRegistered: true }

describe('an answer', () => {
  test.each([
    ['that’s the first counts for all years', '', soleTrader, undefined, 'soleTrader/-'],
    ['to the other question, too', 'employee/-', registered, undefined, 'employee/yes'],
    [
      'that changes counts from this year on',
      'employee/no',
      soleTrader,
      undefined,
      'employee/no 2027 soleTrader/no',
    ],
    [
      'of this year is replaced',
      'employee/no 2027 soleTrader/no',
      both,
      undefined,
      'employee/no 2027 both/no',
    ],
    [
      'that’s changed back is gone',
      'employee/no 2027 both/no',
      { work: 'employee' },
      undefined,
      'employee/no',
    ],
    ['can count for all years', 'employee/no 2025 both/no', soleTrader, 0, 'soleTrader/no'],
    [
      'can count from an earlier year on, whatever was answered later',
      'employee/no 2026 both/no 2027 soleTrader/yes',
      soleTrader,
      2025,
      'employee/no 2025 soleTrader/no 2027 soleTrader/yes',
    ],
    [
      'can start later than it does now, and the one before it counts until then',
      'employee/no 2025 both/no 2026 both/yes',
      both,
      2027,
      'employee/no 2026 employee/yes 2027 both/yes',
    ],
    ['that’s the first since a year can start later, too', '-/- 2025 both/-', both, 2026, '-/- 2026 both/-'],
    ['that always counted can’t start later', 'both/-', both, 2026, 'both/-'],
    [
      'that starts earlier leaves the same one of before that where it is',
      'employee/no 2024 both/no 2026 employee/no 2027 both/no',
      both,
      2025,
      'employee/no 2024 both/no',
    ],
    ['that’s the first can count from a year on', '', soleTrader, 2026, '-/- 2026 soleTrader/-'],
    [
      'that’s the first since another changed counts from this year on',
      'employee/- 2026 soleTrader/-',
      registered,
      undefined,
      'employee/- 2026 soleTrader/- 2027 soleTrader/yes',
    ],
    [
      'that’s the same changes nothing',
      'employee/no 2026 both/no',
      both,
      undefined,
      'employee/no 2026 both/no',
    ],
  ] as const)('%s', (_, before, change, from, after) => {
    expect(withAnswers(parse(before), change, { from, lastLodged: undefined, current })).toEqual(parse(after))
  })

  test.each([
    ['that’s the first counts from there on', '', soleTrader, '-/- 2026 soleTrader/-'],
    ['to the other question, too', 'employee/-', registered, 'employee/- 2026 employee/yes'],
    [
      'to a question after the other one does, too',
      '-/- 2026 soleTrader/-',
      registered,
      '-/- 2026 soleTrader/yes',
    ],
    ['to both at once does, too', '', { ...soleTrader, ...registered }, '-/- 2026 soleTrader/yes'],
    ['that changes nothing about it counts for all years', '', { work: 'employee' }, 'employee/-'],
    ['that isn’t the first counts from this year on', 'employee/-', both, 'employee/- 2027 both/-'],
  ] as const)('after a lodged return, one %s', (_, before, change, after) => {
    const years = { from: undefined, lastLodged: 2025, current }
    expect(withAnswers(parse(before), change, years)).toEqual(parse(after))
  })

  test('counts until the next one does', () => {
    const profiles = parse('employee/- 2026 soleTrader/yes')
    expect([1990, 2025, 2026, 2030].map((year) => answersIn(profiles, year).work)).toEqual([
      'employee',
      'employee',
      'soleTrader',
      'soleTrader',
    ])
    expect(answersIn(null, 2026)).toEqual({ work: null, isGstRegistered: null })
  })
})

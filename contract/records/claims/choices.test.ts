import { describe, expect, test } from 'vitest'
import { vehicleChoice } from '../year.ts'
import { openChoices, totalOf } from './add-up.ts'
import { claims, diary, driven, hours, logbook, mazda, other, trip } from './example-year.ts'

describe('methods that can’t be combined', () => {
  const bothForTheCar = { vehicles: [mazda], trips: [trip(100)], logbooks: [logbook], vehicleYears: [driven] }
  const choice = vehicleChoice(mazda._id)

  test('are shown side by side, and count once one is chosen', () => {
    const open = claims(bothForTheCar)
    expect(open.map(({ kind, claimableCents, isChosen }) => [kind, claimableCents, isChosen])).toEqual([
      ['carTrips', 88_00, false],
      ['carLogbook', 5400_00, false],
    ])
    expect(openChoices(open)).toEqual([choice])
    expect(totalOf(open).cents).toBe(0)

    const chosen = claims({ ...bothForTheCar, choices: { [choice]: 'carLogbook' } })
    expect(openChoices(chosen)).toEqual([])
    expect(totalOf(chosen).cents).toBe(5400_00)
  })

  test('are chosen for each car', () => {
    const all = claims({
      ...bothForTheCar,
      vehicles: [mazda, other],
      trips: [trip(100), trip(10, other)],
      choices: { [choice]: 'carTrips' },
    })
    expect(totalOf(all).cents).toBe(88_00 + 8_80)
  })

  test('the fixed rate for working from home covers the phone and the internet', () => {
    const year = { hours: hours(600), diaries: [diary(), diary({ service: 'internet' })] }
    expect(totalOf(claims(year)).cents).toBe(0)
    expect(totalOf(claims({ ...year, choices: { home: 'workFromHome' } })).cents).toBe(7_00)
    expect(totalOf(claims({ ...year, choices: { home: 'phoneAndInternet' } })).cents).toBe(300_00)
  })

  test('a choice without an alternative doesn’t matter', () => {
    expect(totalOf(claims({ hours: hours(600), choices: { home: 'phoneAndInternet' } })).cents).toBe(7_00)
  })
})

import { expect, test } from 'vitest'
import { readPurchase } from './read.ts'

test.each([
  ['Ampol Dubbo\nUnleaded 91 42.31 L @ 1.899\nTotal $80.35', 'Fuel'],
  ['BP Truckstop\nPump 4 Diesel\n60.02 Litres', 'Fuel'],
  ['13CABS\nTaxi fare $24.00\nCard levy $1.20', 'Taxi or ride'],
  ['Uber\nTrip fare $18.40\nBooking fee $1.00', 'Taxi or ride'],
  ['WILSON PARKING\nEntry 08:02 Exit 17:11', 'Parking'],
  ['Linkt\nTolls for July\nM7 motorway', 'Tolls'],
  ['Harbour Hotel\n2 nights\nRoom rate $180', 'Accommodation'],
])('%j shows what was bought', (text, description) => {
  expect(readPurchase(text)).toBe(description)
})

test.each([
  ['a servo that sells pies', 'Shell Coles Express\nMeat pie 5.50\nTotal 5.50'],
  ['fuel with a coffee', 'Shell\nUnleaded 91 38.2 L\nCoffee, regular 5.00'],
  ['a restaurant named after taxis', 'Taxi Kitchen\n2 x Laksa 44.00'],
  ['a freight company', 'Toll Transport\nConsignment 123'],
  ['parking at a hotel', 'Harbour Hotel\n1 night\nParking, exit 9:00'],
  ['a card slip', 'VISA\nAmpol Dubbo\nPurchase $80.35 APPROVED'],
  ['nothing', ''],
])('%s doesn’t show it without doubt', (_, text) => {
  expect(readPurchase(text)).toBeUndefined()
})

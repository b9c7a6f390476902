import { expect, test } from 'vitest'
import { guessCategory } from './guess.ts'

const [FUEL, TRAVEL, MEAL] = [1, 2, 4]

test.each([
  ['Ampol Foodary', 'Coffee large 5.50\nBeef pie 6.90', MEAL],
  ['Ampol Foodary', 'Unleaded 91 42.31 L\nCoffee large 5.50\nBeef pie 6.90', FUEL],
  ['7-Eleven', 'Energy drink 4.80\nChicken wrap 8.50', undefined],
  ['BP', 'Latte 5.00', undefined],
  ['BP', 'Latte 5.00\nSave 4c per litre on unleaded', undefined],
  ['BP', 'Fuel 60.00', FUEL],
  ['BP', 'Coke Zero 1.25L 4.50', undefined],
  ['Caltex', 'Vortex 95 30.11 Ltr', FUEL],
  ['Shell', 'V-Power 34.203L', FUEL],
  ['Shell', 'Pump No. 3', FUEL],
  ['Shell', 'Sandwich 9.50', undefined],
  ['Shell', 'Pump 3\n38.20 L', FUEL],
  ['Lyrebird Roadhouse', 'Beef pie 6.90\nFlat white 5.20', MEAL],
  ['Lyrebird Service Station', 'Wheel alignment 79.00', FUEL],
  ['Royal Oak Hotel', 'Schnitzel 27.00\nTrivia night every Wednesday', undefined],
  ['Grand Hotel', 'Dinner\nPizza 24.00', MEAL],
  ['Grand Hotel', 'Accommodation 165.00', TRAVEL],
  ['Union Hotel', 'Schnitzel 27.00', undefined],
  ['Union Hotel Bistro', 'Schnitzel 27.00', MEAL],
  ['Post Office Hotel', 'Dinner\nPizza 24.00', MEAL],
  ['Lakeview Motor Inn', '3 nights 540.00', TRAVEL],
  ['Banksia Motor Lodge', 'Room 12', TRAVEL],
  ['Banksia Motors', 'Service', FUEL],
  ['Virgin Active', 'Gym 30.00', undefined],
  ['Grand Hotel', 'Folio 1234\nRoom: 412\nArrival 12/03/2026', TRAVEL],
  ['Uber Eats', 'Pad Thai 22.90\nYour ride was with Ali', undefined],
  ['Uber', 'Trip fare 18.40', TRAVEL],
  ['Uber', 'Transportation service 18.40', TRAVEL],
  ['Harbour Taxi', 'HARBOUR TAXI\nAIRPORT FARE', TRAVEL],
  ['Wilson Parking', 'Entry 08:02 Exit 17:11\nPay to avoid an infringement notice', TRAVEL],
  ['Northbank Train', 'Fare 5.30\nTravelling without a valid ticket is an offence', TRAVEL],
  ['Wilson Parking', 'Exit 17:11\nVehicles that overstay are subject to infringement notices', TRAVEL],
  ['Northbank Parking Services', 'Parking infringement 8829113', undefined],
  ['Northbank Parking', 'Infringement 8829113\nAmount paid $75.00', undefined],
  ['Northbank Parking', 'Infringement #8829113', undefined],
  ['Northbank Parking', 'Infringement payment $75.00', undefined],
  ['Northbank Train', 'Infringement: no valid ticket', undefined],
  ['Northbank Train', 'Offence description: no valid ticket', undefined],
])('a receipt of %s with %j belongs to category %s', (supplier, text, position) => {
  expect(guessCategory(supplier, `${supplier}\n${text}`)).toBe(position)
})

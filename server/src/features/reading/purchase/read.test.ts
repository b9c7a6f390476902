import { describe, expect, test } from 'vitest'
import { readPurchase } from './read.ts'

describe('what was bought is shown by', () => {
  test.each([
    ['Ampol Dubbo\nUnleaded 91 42.31 L @ 1.899\nTotal $80.35', 'Fuel'],
    ['BP Truckstop\nPump 4 Diesel\n60.02 Litres', 'Fuel'],
    ['METRO PETROLEUM\nUnleaded 91\n46.72 L @ 189.9 C/L $88.72\nFuel disc 4c/L -$1.87', 'Fuel'],
    ['7-ELEVEN\nPump# 3 E10\nTotal $40.00', 'Fuel'],
    ['Fleet card invoice\nProduct Litres Price Amount\nDiesel 60.02 1.799 107.98', 'Fuel'],
    ['13CABS\nTaxi fare $24.00\nCard levy $1.20', 'Taxi or ride'],
    ['Uber\nTrip fare $18.40\nBooking fee $1.00', 'Taxi or ride'],
    ['WILSON PARKING\nEntry 08:02 Exit 17:11', 'Parking'],
    ['CITY CAR PARK\nEntry 03/04/26 08:02\nExit 03/04/26 17:11\nFee $28.00', 'Parking'],
    [
      'SHIRE OF BANKSIA\nPARKING TICKET\nExpires 10:32 am\nFailure to display it may result in\nan infringement notice.',
      'Parking',
    ],
    ['Secure Parking\nParking 2 hours $8.00', 'Parking'],
    ['Wilson Parking\nEntry 21/05/2026 08:02\nPayment 21/05/2026 17:05\nAmount $28.00', 'Parking'],
    ['Secure Parking\nIn: 21/05/2026 08:02\nOut: 21/05/2026 17:05', 'Parking'],
    ['City of Northbank\nPARKING TICKET\nEXPIRES\n21 MAY 2026\n11:32 AM', 'Parking'],
    ['PARKING TICKET\nValid until 11:32 am\nIt is an offence to alter this ticket', 'Parking'],
    ['Wilson Parking\nEntry 08:02 Exit 17:11\nOverstaying is subject to infringement notices', 'Parking'],
    ['Linkt\nTolls for July\nM7 motorway', 'Tolls'],
    ['E-Toll\nM2 motorway toll $8.10\nTotal $8.10', 'Tolls'],
    ['Harbour Hotel\n2 nights\nRoom rate $180', 'Accommodation'],
    ['Harbour Motel\nRoom, 1 night 179.00\nTrivia every Wednesday', 'Accommodation'],
    ['Grand Hotel\nCheck-in 01/04/2026 Check-out 03/04/2026\nTotal $330.00', 'Accommodation'],
    ['City of Northbank\nParking infringement notice\nOffence: no stopping\nPenalty amount $124.00', 'Fine'],
    ['Revenue NSW\n21 May 2026\nPenalty notice\nOffence: no stopping\nPenalty amount $124.00', 'Fine'],
  ])('%j: %s', (text, description) => {
    expect(readPurchase(text)).toBe(description)
  })
})

test.each([
  ['a servo that sells pies', 'Shell Coles Express\nMeat pie 5.50\nTotal 5.50'],
  ['fuel with a coffee', 'Shell\nUnleaded 91 38.2 L\nCoffee, regular 5.00'],
  ['engine oil', 'PARTS BARN\nDiesel engine oil 15W40 5L 48.00\nOil filter Z411 14.00'],
  ['a pump', 'PUMP SHOP\nDiesel transfer pump 12V 40L/min\nPump 199.00'],
  ['a voucher for fuel', 'FRESHWAY\nBatteries 12.00\nSave 4c per litre on unleaded and diesel, pump 1 to 8'],
  ['a restaurant named after taxis', 'Taxi Kitchen\n2 x Laksa 44.00'],
  [
    'a delivered meal',
    'Uber Eats\nPad Thai prawn A$22.90\nDelivery fee A$3.00\nAli, your driver · Drop off 7:44 pm',
  ],
  ['a flight', 'Southern Cross Air\nFlight SX 411\nFare $268.18\nBook a taxi to the airport'],
  ['a fare list', 'TAXI CO-OP\nCard sales 41.00\nFares effective 01/07/2025'],
  ['a course with a room', 'Bayside College\nExam fee 180.00\nRoom 1 night 179.00'],
  ['a freight company', 'Toll Transport\nConsignment 123'],
  ['a street', 'Toll Transport\n12 Bridge St\nConsignment 123'],
  ['parking at a hotel', 'Harbour Hotel\n1 night\nParking, exit 9:00'],
  [
    'parking for customers',
    'COBBLESTONE GALLERY\nFramed print 189.00\nTrading hours 9-5\nFree customer parking at rear',
  ],
  ['parking at a museum', 'MUSEUM\nEntry 10:00 2 x Adult 50.00\nCar park at rear'],
  ['a meal in a pub', 'ROYAL OAK HOTEL\nBarramundi 42.00\nTrivia night every Wednesday!'],
  ['a pub’s hours', 'ROYAL OAK HOTEL\nBarramundi 42.00\nOpen 7 nights from 5.30 pm'],
  ['dinner in a hotel room', 'HARBOUR HOTEL\nRoom 12, 2 nights 330.00\nChicken schnitzel 27.00'],
  ['advice about a fine', 'Banksia Legal\nAdvice on speeding infringement notice $330.00'],
  ['a fine that was paid', 'Northbank Parking Services\nParking infringement\nEntry 08:02 Exit 17:11'],
  ['a card slip', 'VISA\nAmpol Dubbo\nPurchase $80.35 APPROVED'],
  ['nothing', ''],
])('%s doesn’t show it without doubt', (_, text) => {
  expect(readPurchase(text)).toBeUndefined()
})

// Each would take minutes if its rows weren't cut.
test.each(['parking exit ', 'parking 5 hours ', 'parking entry 1:00 '])(
  'nothing is in a long row: %s',
  (words) => {
    expect(readPurchase(words.repeat(3_000))).toBeUndefined()
  },
)

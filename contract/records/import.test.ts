import { expect, test } from 'vitest'
import { readHours } from './import.ts'

const read = (csv: string, today = '2026-11-22') => readHours(csv, '2025-26', today)
const monday = { day: '2025-08-04', minutes: 450 }

test.each([
  ['a heading and ISO dates', 'Date,Hours\n2025-08-04,7.5'],
  ['no heading', '2025-08-04,7.5'],
  ['Australian dates', '4/8/2025,7:30'],
  ['short years', '04/08/25,7.5'],
  ['dates with dots', '04.08.2025,7.5'],
  ['named months', '4 Aug 2025,7h 30m'],
  ['weekdays', 'Monday 4 August 2025,7.5'],
  ['cells of a spreadsheet', 'Day\tHours\r\n04/08/2025\t7.5\r\n'],
  ['semicolons and decimal commas', 'Date;Hours\n04/08/2025;7,5'],
  ['quotes', '"Date","Note","Total hours"\n"4/8/2025","Home, all day","7.5"'],
  ['a byte order mark and empty lines', '\uFEFFDate,Hours\n\n2025-08-04,7.5\n,\n'],
  ['columns in another order', 'Hours,Project,Date\n7.5,Website,2025-08-04'],
  ['a column of weekdays', 'Day,Date,Hours\nMonday,4/8/2025,7.5'],
  ['times of day', 'Date,Start time,Finish time,Break time,Total\n4/8/2025,9:00,17:00,0:30,7:30'],
  ['hours in the home office', 'Date,Hours in home office\n4/8/2025,7.5'],
  ['the time worked', 'Date,Time in,Time out,Time worked\n4/8/2025,9:00,16:30,7:30'],
  ['minutes', 'Date,Minutes\n4/8/2025,450'],
  ['total minutes', 'Date,Total minutes\n4/8/2025,450'],
  ['a duration in minutes', 'Date,Duration (min)\n4/8/2025,450'],
  ['minutes with a unit and decimals', 'Date,Time (mm)\n4/8/2025,"450,0 min"'],
  ['headings without spaces', 'entry_date,durationMinutes\n4/8/2025,450'],
  ['hours and minutes in one column', 'Date,Duration (h:min)\n4/8/2025,7:30'],
  ['hours and minutes in a column each', 'Date,Hours,Minutes\n4/8/2025,7,30'],
  ['hours and the same time in minutes', 'Date,Hours,Minutes\n4/8/2025,7.5,450'],
  ['minutes beside a break', 'Date,Break (min),Minutes\n4/8/2025,30,450'],
  ['hours beside a break', 'Date,Break duration,Total hours\n4/8/2025,0:30,7:30'],
  ['hours with seconds', 'Start date,Time (h),Time (decimal)\n2025-08-04,07:30:00,7.50'],
  ['several lines of a day, which add up', '2025-08-04,3:30\n2025-08-04,4'],
])('%s are read', (_, csv) => {
  expect(read(csv)).toEqual({ days: [monday], problems: [], rest: '' })
})

test('every problem is listed at once, the good days are read, and the others are kept to correct', () => {
  const csv = [
    'Date,Hours',
    '2025-08-04,7.5',
    '31/02/2026,8',
    'yesterday,8',
    '2025-06-30,8',
    '2026-08-05,8',
    '2025-08-05,lots',
    '2025-08-06,',
    ',8',
    '2025-08-07,25',
    '2025-08-06,4',
    '2025-08-08,8',
    '2025-08-08,20',
  ].join('\n')
  const { days, problems, rest } = read(csv)
  expect(days).toEqual([monday])
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '3: “31/02/2026” isn’t a date. Use 2025-08-31 or 31/08/2025.',
    '4: “yesterday” isn’t a date. Use 2025-08-31 or 31/08/2025.',
    '5: 30 Jun 2025 isn’t in 2025–26.',
    '6: 5 Aug 2026 isn’t in 2025–26.',
    '7: “lots” isn’t a number of hours. Use 7.5 or 7:30, up to 24.',
    '8: The hours are missing.',
    '9: The date is missing.',
    '10: “25” isn’t a number of hours. Use 7.5 or 7:30, up to 24.',
    '13: With this line, 8 Aug 2025 has more than 24 hours.',
  ])
  expect(rest.split('\n')).toEqual(csv.split('\n').filter((line) => line !== '2025-08-04,7.5'))
})

test.each([
  ['Date,Minutes', '4/8/2025,1441', '“1441” isn’t a number of minutes. Use 450, up to 1,440.'],
  ['Date,Minutes', '4/8/2025,7:30', '“7:30” isn’t a number of minutes. Use 450, up to 1,440.'],
  ['Date,Minutes', '4/8/2025,"1,200"', '“1,200” isn’t a number of minutes. Use 450, up to 1,440.'],
  ['Date,Minutes', '4/8/2025,', 'The hours are missing.'],
  ['Date,Hours,Minutes', '4/8/2025,7.5,30', '“7.5” hours and “30” minutes don’t match.'],
  ['Date,Hours,Minutes', '4/8/2025,0,90', '“0” hours and “90” minutes don’t match.'],
  ['Date,Time spent (seconds)', '4/8/2025,20', 'The hours are missing.'],
])('under %s, “%s” is refused: %s', (heading, line, message) => {
  expect(read(`${heading}\n${line}`)).toMatchObject({ days: [], problems: [{ line: 2, message }] })
})

test('times of day alone aren’t read as hours', () => {
  const { days, problems } = read('Date,Start time,End time\n2025-08-04,9:00,17:00')
  expect(days).toEqual([])
  expect(problems).toMatchObject([{ line: 2, message: 'The hours are missing.' }])
})

test('days in the future are problems, today isn’t', () => {
  const { days, problems } = read('2025-08-04,7.5\n2025-08-05,7.5', '2025-08-04')
  expect(days).toEqual([monday])
  expect(problems).toMatchObject([{ line: 2, message: '5 Aug 2025 is in the future.' }])
})

test.each([
  ['Date,Hours\n2025-08-04,3:30\n2025-08-05,8\n2025-08-04,4 and a bit', '4 and a bit', '4'],
  ['Date,Hours\n2025-08-04,3\n2025-08-05,8\n2025-08-04,24\n2025-08-04,0:30', '24', '4'],
  ['Date,Hours\n2025-08-04,\n2025-08-05,8\n2025-08-04,7:30', '2025-08-04,\n', '2025-08-04,0\n'],
])('correcting a line of %j doesn’t drop the other hours of its day', (csv, wrong, corrected) => {
  const { days, rest } = read(csv)
  expect(days).toEqual([{ day: '2025-08-05', minutes: 480 }])
  expect(read(rest.replace(wrong, corrected))).toEqual({ days: [monday], problems: [], rest: '' })
})

test('what was corrected can be imported on its own', () => {
  const { rest } = read('Hours,Date\n7.5,2025-08-04\n8,31/02/2026')
  expect(read(rest.replace('31/02/2026', '28/02/2026')).days).toEqual([{ day: '2026-02-28', minutes: 480 }])
})

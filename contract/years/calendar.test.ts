import { expect, test } from 'vitest'
import { calendarFile } from './calendar.ts'

const made = { at: new Date('2026-07-08T23:00:00.123Z'), host: 'docketbox.test', product: 'Docketbox' }

test('an entry lasts all day and has a reminder a week before', () => {
  const details = 'Only if you’re a client; ask your agent, too.\nOr not.'
  const file = calendarFile(
    [{ id: '2025-26-self', day: '2026-12-31', title: 'Tax return due', details }],
    made,
  )
  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Docketbox//Income years//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:2025-26-self@docketbox.test',
    'DTSTAMP:20260708T230000Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Tax return due',
    String.raw`DESCRIPTION:Only if you’re a client\; ask your agent\, too.\nOr not.`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Tax return due',
    'TRIGGER:-P7D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('lines have at most 75 bytes and are put together again without their breaks', () => {
  const details = 'Fünf Jahre – five years’ receipts, '.repeat(20)
  const file = calendarFile([{ id: 'a', day: '2026-11-02', title: 'x', details }], made)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${details.replaceAll(',', String.raw`\,`)}`)
})

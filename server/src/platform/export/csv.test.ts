import { describe, expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

describe('a cell of a CSV file', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+61 400 000 000', "'+61 400 000 000"],
    ['@cmd', "'@cmd"],
    ['-68.40', '-68.40'],
    ['-1+1', "'-1+1"],
    ['\t=1', "'\t=1"],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ])('%j is written as %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })
})

test('a line ends with CR LF', () => {
  expect(csvLine(['a', 'b,c'])).toBe('a,"b,c"\r\n')
})

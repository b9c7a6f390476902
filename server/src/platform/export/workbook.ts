import { deflatedZip, type TextEntry } from './deflated-zip.ts'
import { type AnySheet, sheetXml } from './sheet.ts'
import { MAX_ROWS, splitSheet } from './split-sheet.ts'
import { contentTypes, relationships, styles, workbookPart, workbookRelationships } from './workbook-parts.ts'

/** The same sheets always make the same bytes, whenever that is. */
const MODIFIED_ON = '1980-01-01'

/**
 * A workbook (xlsx), written while its sheets are read: a few lines of it are in memory.
 * @param sheets with a name each, of at most 31 characters. One with more rows than fit is continued on others.
 */
export function workbookBytes(
  sheets: readonly AnySheet[],
  { maxRows = MAX_ROWS } = {},
): AsyncGenerator<Buffer> {
  return deflatedZip(partsOf(sheets, maxRows), MODIFIED_ON)
}

/** The list of sheets comes last: only then it's known how many there are. */
async function* partsOf(sheets: readonly AnySheet[], maxRows: number): AsyncGenerator<TextEntry> {
  const names: string[] = []
  yield { name: '_rels/.rels', text: [relationships] }
  yield { name: 'xl/styles.xml', text: [styles] }
  for (const sheet of sheets)
    for await (const part of splitSheet(sheet, maxRows)) {
      names.push(part.name)
      yield { name: `xl/worksheets/sheet${names.length}.xml`, text: sheetXml(part) }
    }
  yield { name: '[Content_Types].xml', text: [contentTypes(names.length)] }
  yield { name: 'xl/workbook.xml', text: [workbookPart(names)] }
  yield { name: 'xl/_rels/workbook.xml.rels', text: [workbookRelationships(names.length)] }
}

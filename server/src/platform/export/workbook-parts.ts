const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export function contentTypes(sheets: number): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`
  return (
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    override('workbook', 'sheet.main') +
    override('styles', 'styles') +
    each(sheets, (number) => override(`worksheets/sheet${number}`, 'worksheet')) +
    '</Types>'
  )
}

export const relationships =
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function workbookPart(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  // The heading is repeated on each printed page.
  const titles = names.map(
    (name, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${escapeXml(name)}'!$1:$1</definedName>`,
  )
  return (
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets>` +
    `<definedNames>${titles.join('')}</definedNames></workbook>`
  )
}

export function workbookRelationships(sheets: number): string {
  const relationship = (number: number, type: string, target: string) =>
    `<Relationship Id="rId${number}" Type="${OFFICE}/${type}" Target="${target}"/>`
  return (
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
    each(sheets, (number) => relationship(number, 'worksheet', `worksheets/sheet${number}.xml`)) +
    relationship(sheets + 1, 'styles', 'styles.xml') +
    '</Relationships>'
  )
}

/** Indexes in `styles` by the kind of cell; bold is for headings and totals. */
export const styleNumbers = {
  text: { plain: 1, bold: 6 },
  day: { plain: 2, bold: 7 },
  money: { plain: 3, bold: 8 },
  number: { plain: 4, bold: 9 },
  hours: { plain: 5, bold: 10 },
}

/** Of number formats; those below 164 are built in. */
const FORMATS = { text: 49, day: 164, money: 4, number: 0, hours: 4 }

const cellStyles = [0, 1].flatMap((font) =>
  Object.values(FORMATS).map(
    (format) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  ),
)
const font = (start: string) => `<font>${start}<sz val="11"/><name val="Calibri"/></font>`

export const styles =
  `${HEAD}<styleSheet xmlns="${MAIN}">` +
  `<numFmts count="1"><numFmt numFmtId="${FORMATS.day}" formatCode="d\\ mmm\\ yyyy"/></numFmts>` +
  `<fonts count="2">${font('')}${font('<b/>')}</fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${cellStyles.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  `${cellStyles.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

function each(count: number, part: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index + 1)).join('')
}

/** Escapes text for XML, without characters it can't contain. Text that looks like an Excel escape code stays as written. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

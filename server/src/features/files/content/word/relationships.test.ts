import { expect, test } from 'vitest'
import { checkRelationships } from './relationships.ts'

const typeOf = (name: string) => `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}`
const template = `Type="${typeOf('attachedTemplate')}" Target="https://example.com/a"`

test.each([
  ['', `<Relationship Id="r1" ${template} TargetMode="External"/>`],
  ['behind a > in an attribute', `<Relationship Id="a>b" ${template} TargetMode="External"/>`],
  [
    'behind what looks like an attribute',
    `<Relationship Id=" TargetMode='Internal'" ${template} TargetMode="External"/>`,
  ],
  ['with a character reference', `<Relationship Id="r1" ${template} TargetMode="&#69;xternal"/>`],
  ['with a prefix', `<p:Relationship Id="r1" ${template} TargetMode='External'></p:Relationship>`],
  ['after a comment', `<!-- "it's --><Relationship ${template}\n TargetMode = "External"/>`],
])('a template from elsewhere is refused %s', (_, relationship) => {
  const xml = `\ufeff<?xml version="1.0"?><Relationships xmlns:p="x">${relationship}</Relationships>`
  expect(() => checkRelationships(xml)).toThrow('externalTemplate')
})

const withTarget = (target: string, type = 'attachedTemplate') =>
  `<Relationships><Relationship Id="r1" Type="${typeOf(type)}" Target="${target}" TargetMode="External"/></Relationships>`

test.each([
  String.raw`file:///C:\Users\Mia\AppData\Roaming\Microsoft\Templates\Invoice &amp; quote.dotx`,
  'D:/Templates/Invoice.dotx',
  'Invoice.dotx',
])('the template %s of the computer a document was made on loads nothing', (target) => {
  expect(() => checkRelationships(withTarget(target))).not.toThrow()
  expect(() => checkRelationships(withTarget(target, 'oleObject'))).toThrow('externalTemplate')
})

test.each([
  String.raw`\\server\share\a.dotm`,
  'file://server/a.dotm',
  'file:////server/a.dotm',
  'ftp:a.dotm',
  'https&#58;&#47;&#47;example.com',
  '%5C%5Cserver%5Ca.dotm',
  '//server/a.dotm',
  '',
])('the template %j may be elsewhere', (target) => {
  expect(() => checkRelationships(withTarget(target))).toThrow('externalTemplate')
})

test('links to elsewhere and parts of the document are fine', () => {
  const link = `<Relationship Id="r1" Type="${typeOf('hyperlink')}" Target="https://example.com/?a=1&amp;b" TargetMode="External"/>`
  const part = `<Relationship Id="r2" Type="${typeOf('styles')}" Target="styles.xml" TargetMode="Internal" />`
  const xml = `<?xml version="1.0"?>\r\n<Relationships xmlns="x">${link}${part}</Relationships>`
  expect(() => checkRelationships(xml)).not.toThrow()
})

test.each([
  ['that would take minutes to search', '<Relationship '.repeat(70_000)],
  ['with comments that don’t end', '<!-- >'.repeat(170_000)],
  ['that aren’t XML', `<Relationships><Relationship ${template} TargetMode="External"`],
  ['in another encoding', Buffer.from('<Relationships/>', 'utf16le').toString('utf8')],
])('relationships %s are refused', (_, xml) => {
  expect(() => checkRelationships(xml)).toThrow('damagedDocument')
})

import { docxOf, docxParts, zip } from '@docketbox/testing/files/samples'
import { expect, test } from 'vitest'
import { docxPage } from './docx.ts'

test('characters that Postgres can’t store are left out of the text', async () => {
  const { lines } = await docxPage(docxOf(['Shell&#0;Dubbo', 'Total&#9;42.17 &#xD800;']))
  expect(lines.map(({ text }) => text)).toEqual(['Shell Dubbo', 'Total 42.17 \ufffd'])
})

test('the letterhead comes before the text, and what’s at the bottom of each page after it', async () => {
  const parts = { header: ['Wattle Fencing', 'ABN 51 824 753 556'], footer: ['Thank you'] }
  const { lines } = await docxPage(docxOf(['Total $120.00'], parts))
  expect(lines.map(({ text }) => text)).toEqual([...parts.header, 'Total $120.00', ...parts.footer])
})

test('a million tags that don’t end are searched in time', async () => {
  const text = { name: 'word/document.xml', body: '<w:t '.repeat(1_000_000) }
  const { lines } = await docxPage(zip([...docxParts.slice(0, 2), text]))
  expect(lines).toEqual([])
})

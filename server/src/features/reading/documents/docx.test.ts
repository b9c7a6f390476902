import { docxOf } from '@docketbox/testing/files/samples'
import { expect, test } from 'vitest'
import { docxPage } from './docx.ts'

test('characters that Postgres can’t store are left out of the text', async () => {
  const { lines } = await docxPage(docxOf(['Shell&#0;Dubbo', 'Total&#9;42.17 &#xD800;']))
  expect(lines.map(({ text }) => text)).toEqual(['Shell Dubbo', 'Total 42.17 \ufffd'])
})

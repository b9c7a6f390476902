import type { Page } from '../engine/page.ts'
import { textPage } from '../documents/text-page.ts'
import { extract } from './extract.ts'
import { toReadFields } from './read-fields.ts'

const TODAY = '2026-11-22'

/** A page of lines. Text after a bar is printed at the right edge. */
export function pageOf(lines: readonly string[]): Page {
  const [width, lineHeight, letter] = [600, 30, 11]
  const texts = lines.flatMap((line, i) => {
    const [text = '', right = ''] = line.split(' | ')
    const place = { baseline: (i + 1) * lineHeight, height: 20 }
    return [
      { text, left: 0, width: text.length * letter, ...place },
      { text: right, left: width - right.length * letter, width: right.length * letter, ...place },
    ]
  })
  return textPage({ width, height: (lines.length + 1) * lineHeight }, texts)
}

/** What's read from pages of such lines. */
export function fieldsOf(...pages: (readonly string[])[]) {
  return fieldsIn(pages.map(pageOf))
}

/** What's read from pages. */
export function fieldsIn(pages: Page[]) {
  return toReadFields(
    extract(pages, TODAY),
    pages,
    pages.map(() => true),
  )
}

export const shop = ['Wattle Cafe', '12 High Street', 'Sydney NSW 2000', 'ABN 51 824 753 556', 'TAX INVOICE']

import { render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allowTranslation } from './translation.ts'

beforeAll(() => allowTranslation())

type ListProps = { receipts: number; isSelecting: boolean; name?: string | undefined }

function List({ receipts, isSelecting, name }: ListProps) {
  return (
    <main>
      {isSelecting && <button type="button">Cancel</button>}
      {receipts} {receipts === 1 ? 'receipt' : 'receipts'}
      {name}
      {!isSelecting && ' in the list'}
    </main>
  )
}

const words: Record<string, string> = {
  receipts: 'quittances',
  receipt: 'quittance',
  ' in the list': ' dans la liste',
}

/** Replaces each text as Chrome does. */
function translate(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    const font = document.createElement('font')
    font.innerHTML = '<font></font>'
    font.firstElementChild!.textContent = words[text.data] ?? text.data
    text.replaceWith(font)
  }
}

const shown = () => screen.getByRole('main').textContent
/** What the observer has seen is known after the current task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(async () => {
  const { rerender } = render(<List receipts={6} isSelecting={false} name=" of Ann" />)
  translate(screen.getByRole('main'))
  await nextTask()
  update = (props) => rerender(<List {...props} />)
})
let update: (props: ListProps) => void

test('a translated text that has changed is shown', () => {
  expect(shown()).toBe('6 quittances of Ann dans la liste')
  update({ receipts: 7, isSelecting: false, name: ' of Bob' })
  expect(shown()).toBe('7 receipts of Bob in the list')
})

test('translated texts are removed, and elements inserted before them', () => {
  update({ receipts: 1, isSelecting: true })
  expect(shown()).toBe('Cancel1 receipt')
})

test('what was translated again can be changed again', async () => {
  update({ receipts: 1, isSelecting: true, name: ' of Ann' })
  translate(screen.getByRole('main'))
  await nextTask()
  expect(shown()).toBe('Cancel1 quittance of Ann')
  update({ receipts: 2, isSelecting: false })
  expect(shown()).toBe('2 receipts in the list')
})

import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { SearchField } from './search-field.tsx'

function open() {
  const onText = vi.fn<(text: string) => void>()
  const view = renderScreen(
    <>
      <SearchField label="Search receipts" text="" onText={onText} />
      <textarea aria-label="Note" />
      <input type="checkbox" aria-label="Select Ampol" />
    </>,
  )
  return { ...view, onText, field: screen.getByRole('searchbox', { name: 'Search receipts' }) }
}

function Searching() {
  const [text, setText] = useState('')
  return (
    <>
      <SearchField label="Search" text={text} onText={setText} />
      <p>Searched: {text}</p>
      <button type="button" onClick={() => setText('')}>
        Show all
      </button>
    </>
  )
}

test('the slash key focuses the search', async () => {
  const { user, field } = open()
  await user.keyboard('/')
  expect(document.activeElement).toBe(field)
  expect((field as HTMLInputElement).value).toBe('')
})

test('the slash key focuses the search after a receipt was selected', async () => {
  const { user, field } = open()
  await user.click(screen.getByLabelText('Select Ampol'))
  await user.keyboard('/')
  expect(document.activeElement).toBe(field)
})

test("a slash typed into another field doesn't move the focus", async () => {
  const { user } = open()
  await user.type(screen.getByLabelText('Note'), '1/2')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('1/2')
})

test("a result doesn't overwrite newer input", async () => {
  const { user } = renderScreen(<Searching />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await user.type(field, 'shell ')
  await screen.findByText('Searched: shell')
  await user.type(field, 'coles')
  await screen.findByText('Searched: shell coles')
  expect(field.value).toBe('shell coles')

  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(field.value).toBe('')
})

test('Enter searches straight away, without surrounding spaces', async () => {
  const { user, field, onText } = open()
  await user.type(field, ' ann {Enter}')
  expect(onText).toHaveBeenCalledWith('ann')
})

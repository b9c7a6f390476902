import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render'
import { SearchField } from './search-field.tsx'

function open() {
  const onText = vi.fn<(text: string) => void>()
  const view = renderScreen(
    <>
      <SearchField label="Search receipts" text="" onText={onText} />
      <textarea aria-label="Note" />
    </>,
  )
  return { ...view, onText, field: screen.getByRole('searchbox', { name: 'Search receipts' }) }
}

test('the slash key brings the focus to the search', async () => {
  const { user, field } = open()
  await user.keyboard('/')
  expect(document.activeElement).toBe(field)
  expect((field as HTMLInputElement).value).toBe('')
})

test('a slash that is typed elsewhere stays there', async () => {
  const { user } = open()
  await user.type(screen.getByLabelText('Note'), '1/2')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('1/2')
})

test('Enter searches at once, without the spaces around the words', async () => {
  const { user, field, onText } = open()
  await user.type(field, ' ann {Enter}')
  expect(onText).toHaveBeenCalledWith('ann')
})

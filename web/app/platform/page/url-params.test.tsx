import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { useListParams } from './url-params.ts'

function Search() {
  const { params, setFilter } = useListParams()
  const text = params.get('q') ?? ''
  return (
    <>
      <SearchField label="Search" text={text} onText={(q) => setFilter({ q })} />
      <button onClick={() => setFilter({ label: 'D1' })}>D1</button>
      <button onClick={() => setFilter({ label: 'D10' })}>D10</button>
      <p>Shown: {text}</p>
    </>
  )
}

test('Enter after a search that’s already shown takes no second press of Back', async () => {
  const { user, router } = renderScreen(<Search />)
  await user.type(screen.getByLabelText('Search'), 'fuel')
  await screen.findByText('Shown: fuel')
  await user.keyboard('{Enter}')
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('')
})

test('Back leaves out what a search was while it was being typed', async () => {
  const { user, router } = renderScreen(<Search />)
  const field = screen.getByLabelText('Search')
  const type = async (text: string, search: string) => {
    await user.type(field, text)
    await screen.findByText(`Shown: ${search}`)
  }
  await type('fu', 'fu')
  await type('els', 'fuels')
  await type('{Backspace}', 'fuel')
  await user.tripleClick(field)
  await user.paste('taxi')
  await type('s', 'taxis')
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('?q=fuel')
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('')
})

test('Back returns to the filter before, even if the next one begins with it', async () => {
  const { user, router } = renderScreen(<Search />)
  await user.click(screen.getByRole('button', { name: 'D1' }))
  await user.click(screen.getByRole('button', { name: 'D10' }))
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('?label=D1')
})

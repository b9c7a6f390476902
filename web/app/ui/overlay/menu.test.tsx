import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { Button } from '#ui/controls/button.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Dialog } from './dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'

test('an open menu stays open while what’s around it changes, such as what has just loaded', async () => {
  function Page() {
    const [isLoaded, setIsLoaded] = useState(false)
    return (
      <main id="content">
        <Menu trigger={<Button>More</Button>}>
          <MenuItem onSelect={() => undefined}>Sharing</MenuItem>
        </Menu>
        <Button onClick={() => setIsLoaded(true)}>{isLoaded ? 'Loaded' : 'Load'}</Button>
      </main>
    )
  }
  const { user } = renderScreen(<Page />)
  await user.click(screen.getByRole('button', { name: 'More' }))
  const item = screen.getByRole('menuitem', { name: 'Sharing' })
  act(() => screen.getByRole('button', { name: 'Load' }).click())
  expect(screen.getByRole('button', { name: 'Loaded' })).toBeTruthy()
  expect(screen.getByRole('menuitem', { name: 'Sharing' })).toBe(item)
})

test('the heading of a screen that has loaded leaves the focus in a menu that’s open by then', async () => {
  const { user, router } = renderScreen(
    <>
      <PageHeading>Records</PageHeading>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={() => undefined}>Sharing</MenuItem>
      </Menu>
    </>,
    { path: '/years/:year', at: '/years/2025-26' },
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  await act(() => router.navigate('/years/2026-27'))
  expect(screen.getByRole('menuitem', { name: 'Sharing' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await act(() => router.navigate('/years/2024-25'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Records' }))
})

test('a dialog that has closed leaves the focus in a menu that’s open by then', async () => {
  const dialog = (open: boolean) => (
    <main id="content" tabIndex={-1}>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={() => undefined}>Sharing</MenuItem>
      </Menu>
      <Dialog title="Congratulations!" open={open} />
    </main>
  )
  const { rerender } = render(dialog(true))
  rerender(dialog(false))
  fireEvent.pointerDown(screen.getByRole('button', { name: 'More' }), { button: 0 })
  const item = screen.getByRole('menuitem', { name: 'Sharing' })
  // The focus returns in the next turn.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByRole('menuitem', { name: 'Sharing' })).toBe(item)
})

test('a menu works with the keyboard', async () => {
  const deleted = vi.fn<() => void>()
  const { user } = renderScreen(
    <Menu trigger={<Button>More</Button>}>
      <MenuItem onSelect={() => undefined}>Edit</MenuItem>
      <MenuItem onSelect={deleted}>Delete</MenuItem>
    </Menu>,
  )
  screen.getByRole('button', { name: 'More' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('menu')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(deleted).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

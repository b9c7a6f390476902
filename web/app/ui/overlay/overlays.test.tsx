import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { Button } from '#ui/controls/button.tsx'
import { AlertDialog, Dialog } from './dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { toast } from '#ui/feedback/toast.ts'

test('a dialog has a name and a description, closes with Escape, and returns the focus', async () => {
  const { user } = renderScreen(
    <Dialog title="Move a file" description="It keeps its history." trigger={<Button>Move</Button>} />,
  )
  await user.click(screen.getByRole('button', { name: 'Move' }))
  const dialog = screen.getByRole('dialog', { name: 'Move a file' })
  expect(dialog.contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move' }))
})

test('a dialog that asks for something starts in its field, but not where that opens a keyboard on the screen', async () => {
  const dialog = (
    <Dialog title="Move" trigger={<Button>Move</Button>}>
      <input aria-label="Category" />
    </Dialog>
  )
  const { user, unmount } = renderScreen(dialog)
  await user.click(screen.getByRole('button', { name: 'Move' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Category'))
  unmount()
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media === '(pointer: coarse)' }),
  )
  await renderScreen(dialog).user.click(screen.getByRole('button', { name: 'Move' }))
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
})

test('a dialog that asks for nothing at first starts with its title, not with Close', async () => {
  const { user } = renderScreen(
    <Dialog title="Shell, $68.20">
      <Button>Zoom</Button>
      <input aria-label="Supplier" />
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Shell, $68.20' }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
})

test('a dialog that only tells something starts on its button', async () => {
  renderScreen(
    <Dialog title="Sent" actions={<Button>Continue</Button>}>
      <p>We’ve received it.</p>
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continue' }))
})

test('Tab from the end of a long dialog scrolls to its beginning, and back', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { user } = renderScreen(
    <Dialog title="Shell, $68.20">
      <Button>Save</Button>
    </Dialog>,
  )
  const [close, save] = ['Close', 'Save'].map((name) => screen.getByRole('button', { name }))
  save!.focus()
  await user.tab()
  expect(document.activeElement).toBe(close)
  expect(scroll.mock.contexts.at(-1)).toBe(close)
  await user.tab({ shift: true })
  expect(scroll.mock.contexts.at(-1)).toBe(save)
})

test('a toast over a dialog can be used without closing it', async () => {
  const undo = vi.fn<() => void>()
  const close = vi.fn<() => void>()
  const { user } = renderScreen(<Dialog title="Shell, $68.20" onClose={close} />)
  toast.error('Failed to download the file.', { action: { label: 'Try again', onPress: undo } })
  // Our styles, which let toasts take presses, don't apply here.
  const pressing = user.setup({ pointerEventsCheck: 0 })
  await pressing.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(close).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
})

test('F8 moves from a dialog to a toast, which Escape and its button return from', async () => {
  const undo = vi.fn<() => void>()
  const close = vi.fn<() => void>()
  const { user } = renderScreen(
    <Dialog title="Shell, $68.20" onClose={close}>
      <Button>Save</Button>
    </Dialog>,
  )
  const save = screen.getByRole('button', { name: 'Save' })
  for (const [key, presses] of [
    ['{Escape}', 0],
    ['{Enter}', 1],
  ] as const) {
    save.focus()
    toast.success('Label changed.', { action: { label: 'Undo', onPress: undo } })
    await screen.findByRole('button', { name: 'Undo' })
    await user.keyboard('{F8}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }))
    await user.keyboard(key)
    await waitFor(() => expect(document.activeElement).toBe(save))
    expect(undo).toHaveBeenCalledTimes(presses)
  }
  expect(close).not.toHaveBeenCalled()
})

test('a confirmation focuses Cancel and waits for an answer', async () => {
  const confirm = vi.fn<() => void>()
  function Example() {
    const [isOpen, setIsOpen] = useState(true)
    return (
      <AlertDialog
        title="Are you sure you want to delete Shell?"
        open={isOpen}
        onClose={() => setIsOpen(false)}
        confirm="Delete"
        onConfirm={confirm}
      />
    )
  }
  const { user } = renderScreen(<Example />)
  const question = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete Shell?' })
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(confirm).not.toHaveBeenCalled()
})

test('a confirmation opened from a menu returns the focus to its button, or to the page', async () => {
  function Example() {
    const [isOpen, setIsOpen] = useState(false)
    const [isGone, setIsGone] = useState(false)
    return (
      <main id="content" tabIndex={-1}>
        {!isGone && (
          <Menu trigger={<Button>More</Button>}>
            <MenuItem onSelect={() => setIsOpen(true)}>Delete</MenuItem>
          </Menu>
        )}
        <AlertDialog
          title="Delete it?"
          open={isOpen}
          onClose={() => setIsOpen(false)}
          confirm="Delete"
          onConfirm={() => {
            setIsGone(true)
            setIsOpen(false)
          }}
        />
      </main>
    )
  }
  const { user } = renderScreen(<Example />)
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    return screen.findByRole('alertdialog')
  }
  const question = await ask()
  expect(question.contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })))
  await user.click(within(await ask()).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('arrow keys switch tabs', async () => {
  const { user } = renderScreen(
    <Tabs
      label="Year"
      tabs={[
        { value: 'a', label: '2025-26', content: 'This year' },
        { value: 'b', label: '2024-25', content: 'Last year' },
      ]}
    />,
  )
  await user.click(screen.getByRole('tab', { name: '2025-26' }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel').textContent).toBe('Last year')
})

test('input in a tab survives switching tabs', async () => {
  const { user } = renderScreen(
    <Tabs
      label="About"
      tabs={[
        { value: 'a', label: 'Details', content: <input aria-label="Supplier" /> },
        { value: 'b', label: 'File', content: 'A file' },
      ]}
    />,
  )
  await user.type(screen.getByLabelText('Supplier'), 'BP')
  await user.click(screen.getByRole('tab', { name: 'File' }))
  expect(screen.getByRole('tabpanel').textContent).toBe('A file')
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  expect(screen.getByLabelText<HTMLInputElement>('Supplier').value).toBe('BP')
})

test('a toast is announced politely and can be undone', async () => {
  const undo = vi.fn<() => void>()
  const { user } = renderScreen(
    <Button
      onClick={() =>
        toast.success('File deleted successfully!', { action: { label: 'Undo', onPress: undo } })
      }
    >
      Delete
    </Button>,
  )
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const message = await screen.findByText('File deleted successfully!')
  expect(message.closest('[aria-live="polite"]')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undo).toHaveBeenCalledOnce())
  expect(screen.queryByText('File deleted successfully!')).toBeNull()
})

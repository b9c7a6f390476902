import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { Button } from '#ui/controls/button.tsx'
import { useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { Dialog } from './dialog.tsx'
import { LeaveGuard, useConfirmDiscard } from './discard-changes.tsx'

type EditorProps = { isSaving?: boolean; onClose?: () => void }

function Editor({ isSaving, onClose = () => undefined }: EditorProps) {
  const { requestClose, confirmation } = useConfirmDiscard(true, onClose, isSaving)
  return (
    <Dialog title="Crop the photo" onClose={requestClose}>
      {confirmation}
    </Dialog>
  )
}

const question = { name: 'Discard your changes?' }

test('leaving a screen asks about what was entered in a dialog', async () => {
  const { router, user } = renderScreen(
    <LeaveGuard>
      <Editor />
    </LeaveGuard>,
  )
  void router.navigate('/receipts')
  expect(await screen.findByRole('alertdialog', question)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/receipts')
})

test('a screen is left without an answer once what was entered is being saved', async () => {
  function Autosaved() {
    const [isUnsaved, setIsUnsaved] = useState(true)
    useReportUnsaved(isUnsaved)
    return <Button onClick={() => setIsUnsaved(false)}>Save</Button>
  }
  const { router } = renderScreen(
    <LeaveGuard>
      <Autosaved />
    </LeaveGuard>,
  )
  void router.navigate('/receipts')
  await screen.findByRole('alertdialog', question)
  act(() => screen.getByText('Save').click())
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/receipts')
  expect(screen.queryByRole('alertdialog', question)).toBeNull()
})

test('while it’s saving, a dialog stays open to show what came of it, and says so', async () => {
  const close = vi.fn<() => void>()
  const { user } = renderScreen(<Editor isSaving onClose={close} />)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByText('Still working on it. You can close this once it’s done.')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog', question)).toBeNull()
  expect(close).not.toHaveBeenCalled()
})

test('after changes are discarded, what opened the dialog has the focus again', async () => {
  function Photo() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <main id="content">
        <Button onClick={() => setIsOpen(true)}>Crop</Button>
        {isOpen && <Editor onClose={() => setIsOpen(false)} />}
      </main>
    )
  }
  const { user } = renderScreen(<Photo />)
  await user.click(screen.getByRole('button', { name: 'Crop' }))
  await user.keyboard('{Escape}')
  await screen.findByRole('alertdialog', question)
  await user.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Crop' })))
})

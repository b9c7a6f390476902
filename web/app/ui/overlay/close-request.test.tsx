import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { Dialog } from './dialog.tsx'
import { useConfirmDiscard } from './discard-changes.tsx'

/** The browser's watchers, newest last. Back goes to the newest. */
let watchers: EventTarget[]
class CloseWatcher extends EventTarget {
  constructor() {
    super()
    watchers.push(this)
  }
  destroy() {
    watchers = watchers.filter((one) => one !== this)
  }
}

beforeEach(() => {
  watchers = []
  vi.stubGlobal('CloseWatcher', CloseWatcher)
})

/** Presses Back on Android. A watcher may keep open what was used since it was opened. */
function pressBack({ isUsed = true } = {}) {
  const watcher = watchers.at(-1)!
  act(() => {
    const mayClose = !isUsed || watcher.dispatchEvent(new Event('cancel', { cancelable: true }))
    if (!mayClose) return
    watchers = watchers.filter((one) => one !== watcher)
    watcher.dispatchEvent(new Event('close'))
  })
}

function Editor({ onClose }: { onClose: () => void }) {
  const { requestClose, confirmation } = useConfirmDiscard(true, onClose)
  return (
    <Dialog title="Crop the photo" onClose={requestClose}>
      {confirmation}
    </Dialog>
  )
}

test.each([true, false])('Back on Android closes a dialog that was used: %s', async (isUsed) => {
  const close = vi.fn<() => void>()
  const { unmount } = renderScreen(<Dialog title="Crop the photo" onClose={close} />)
  await screen.findByRole('dialog')
  pressBack({ isUsed })
  expect(close).toHaveBeenCalledOnce()
  unmount()
  expect(watchers).toEqual([])
})

test('Back on Android asks about unsaved input, and then closes the question only', async () => {
  const close = vi.fn<() => void>()
  renderScreen(<Editor onClose={close} />)
  await screen.findByRole('dialog')
  for (let time = 0; time < 2; time++) {
    pressBack({ isUsed: time === 0 })
    await screen.findByRole('alertdialog')
    pressBack()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(close).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

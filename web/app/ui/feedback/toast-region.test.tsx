import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './toast-region.tsx'
import { ApiError, networkError } from '#platform/api/error.ts'
import { attemptChange } from './attempt-change.ts'
import { offerUndo, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Another file's tests may have ended with a key.
  const { unmount } = render(<ToastRegion />)
  fireEvent.pointerDown(document.body)
  unmount()
})
function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const succeedWithUndo = (text: string, onPress = () => undefined as void, detail = '') =>
  toast.success(text, { action: { label: 'Undo', onPress }, detail })
/** Those that aren't hidden. */
const undoButtons = () => screen.queryAllByRole('button', { name: 'Undo' })
const isShown = (text: string) => screen.getByText(text).closest('[hidden]') === null
const stubPhone = () =>
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media === '(width < 64rem)' }),
  )

test('a toast disappears after its duration, but not under the pointer', () => {
  render(<ToastRegion />)
  act(() => toast.info('Saved.', { durationMs: 500 }))
  fireEvent.pointerEnter(screen.getByText('Saved.'))
  pass(1_000)
  fireEvent.pointerLeave(screen.getByText('Saved.'))
  pass(499)
  expect(screen.queryByText('Saved.')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('only the last four toasts are shown, besides those that can be undone', () => {
  render(<ToastRegion />)
  act(() => {
    succeedWithUndo('Deleted.')
    for (const text of ['one', 'two', 'three', 'four', 'five']) toast.success(text)
  })
  expect(screen.queryByText('one')).toBeNull()
  expect(screen.getByText('five')).toBeTruthy()
  expect(undoButtons()).toHaveLength(1)
})

test('a toast replaces an earlier one about the same thing, with its Undo', () => {
  render(<ToastRegion />)
  const action = { label: 'Undo', onPress: () => undefined }
  act(() => {
    toast.success('Changed one.', { key: 'one', action })
    toast.success('Changed two.', { key: 'two', action })
    toast.success('Deleted.')
    toast.success('Changed one again.', { key: 'one' })
  })
  expect(screen.queryByText('Changed one.')).toBeNull()
  expect(screen.getByText('Changed one again.')).toBeTruthy()
  expect(screen.getByText('Deleted.')).toBeTruthy()
  expect(undoButtons()).toHaveLength(1)
})

test('on a phone a toast leaves the Undo of an earlier one in reach', () => {
  stubPhone()
  render(<ToastRegion />)
  act(() => succeedWithUndo('Deleted.'))
  act(() => toast.success('Downloaded.'))
  act(() => toast.success('Sent.'))
  expect(undoButtons()).toHaveLength(1)
  expect(isShown('Downloaded.')).toBe(false)
  expect(isShown('Sent.')).toBe(true)
})

test('on a phone the last toast with Undo shows the earlier ones on request, until their own time is up', () => {
  stubPhone()
  const undo = vi.fn<() => void>()
  render(<ToastRegion />)
  act(() => succeedWithUndo('Filed the first.', undo))
  pass(2_000)
  act(() => succeedWithUndo('Filed the second.'))
  expect(undoButtons()).toHaveLength(1)
  expect(isShown('Filed the first.')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: '+1 earlier' }))
  expect(isShown('Filed the first.')).toBe(true)
  fireEvent.click(undoButtons()[0]!)
  expect(undo).toHaveBeenCalledOnce()
  pass(2_000)
  act(() => succeedWithUndo('Filed the third.'))
  pass(6_100)
  expect(screen.queryByText('Filed the second.')).toBeNull()
  expect(screen.queryByRole('button', { name: /earlier/ })).toBeNull()
  expect(isShown('Filed the third.')).toBe(true)
})

test('on a phone a focused toast doesn’t stay for longer once another has taken its place', () => {
  stubPhone()
  render(<ToastRegion />)
  act(() => succeedWithUndo('Filed the first.'))
  fireEvent.focus(undoButtons()[0]!)
  pass(4_000)
  act(() => succeedWithUndo('Filed the second.'))
  pass(8_100)
  expect(screen.queryByText('Filed the first.')).toBeNull()
})

test('a toast with an action stays long enough to use it', () => {
  render(<ToastRegion />)
  act(() => toast.success('Deleted.', { action: { label: 'Undo', onPress: () => undefined } }))
  pass(7_900)
  expect(screen.getByText('Deleted.')).toBeTruthy()
  pass(200)
  expect(screen.queryByText('Deleted.')).toBeNull()
})

test('by keyboard, F8 moves to the newest action, which stays for longer', () => {
  render(<ToastRegion />)
  fireEvent.keyDown(document.body, { key: 'Delete' })
  act(() => succeedWithUndo('Filed.', undefined, 'Shell'))
  act(() => toast.success('Sent.'))
  expect(screen.getByText('Filed.').nextElementSibling!.textContent).toBe('Shell · Press F8 for “Undo”.')
  pass(29_000)
  fireEvent.keyDown(document.body, { key: 'F8' })
  expect(document.activeElement).toBe(undoButtons()[0])
  pass(2_000)
  fireEvent.keyDown(undoButtons()[0]!, { key: 'Escape' })
  expect(undoButtons()).toHaveLength(0)
})

test('of several toasts, only the one that F8 moves to says so', () => {
  render(<ToastRegion />)
  fireEvent.keyDown(document.body, { key: 'Delete' })
  for (const text of ['Filed the first.', 'Filed the second.']) act(() => succeedWithUndo(text))
  expect(screen.getByText('Press F8 for “Undo”.').previousElementSibling!.textContent).toBe(
    'Filed the second.',
  )
  expect(undoButtons().map((button) => button.getAttribute('aria-keyshortcuts'))).toEqual([null, 'F8'])
  fireEvent.click(undoButtons()[1]!)
  expect(screen.getByText('Press F8 for “Undo”.').previousElementSibling!.textContent).toBe(
    'Filed the first.',
  )
})

test('a toast that’s tapped leaves the focus where it was', async () => {
  vi.useRealTimers()
  render(
    <>
      <input />
      <ToastRegion />
    </>,
  )
  act(() => succeedWithUndo('Deleted.'))
  screen.getByRole('textbox').focus()
  await userEvent.click(undoButtons()[0]!)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

test('what’s typed on a phone doesn’t keep a toast for longer', () => {
  render(
    <>
      <input />
      <ToastRegion />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'Delete' })
  fireEvent.pointerDown(document.body)
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  act(() => succeedWithUndo('Deleted.'))
  expect(screen.queryByText('F8')).toBeNull()
  pass(8_100)
  expect(undoButtons()).toHaveLength(0)
})

test('an Undo that failed says why, and can be tried again', async () => {
  vi.useRealTimers()
  render(<ToastRegion />)
  let failures = 1
  const undo = async () => {
    if (failures-- > 0) throw new Error('No connection.')
  }
  act(() => offerUndo('Deleted.', undo, 'Restored.'))
  fireEvent.click(undoButtons()[0]!)
  expect(await screen.findByText('No connection.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Restored.')).toBeTruthy()
})

test('a long toast stays as long as it takes to read', () => {
  render(<ToastRegion />)
  const text = 'Our scanner found malware in this file, so it can’t be opened or downloaded just now.'
  act(() => toast.info(text))
  pass(4_000)
  expect(screen.getByText(text)).toBeTruthy()
  pass(2_000)
  expect(screen.queryByText(text)).toBeNull()
})

test('a change that got no response can be tried again, one that was refused can’t', async () => {
  render(<ToastRegion />)
  const change = vi.fn<() => Promise<void>>()
  change.mockRejectedValueOnce(networkError())
  change.mockRejectedValueOnce(new ApiError('records.vehicleInUse', 'Delete its trips first.', 409))
  await act(async () => attemptChange(change))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(screen.getByText('Delete its trips first.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(change).toHaveBeenCalledTimes(2)
})

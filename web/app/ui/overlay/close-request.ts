/** Not in every browser, nor in TypeScript's types. */
declare const CloseWatcher: new () => EventTarget & { destroy: () => void }

/**
 * A ref for the button that closes a dialog: Back on Android presses it, instead of leaving the screen behind the dialog. Other
 * systems' Back is only for pages.
 */
export function pressOnBack(button: HTMLButtonElement | null): (() => void) | undefined {
  if (!button || !('CloseWatcher' in globalThis)) return undefined
  let watcher: InstanceType<typeof CloseWatcher>
  const watch = () => {
    watcher = new CloseWatcher()
    // The dialog may stay open to ask about unsaved input.
    watcher.addEventListener('cancel', (event) => {
      event.preventDefault()
      button.click()
    })
    // Without a tap since the last time, the watcher ends with the request.
    watcher.addEventListener('close', () => {
      button.click()
      if (button.isConnected) watch()
    })
  }
  watch()
  return () => watcher.destroy()
}

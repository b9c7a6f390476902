import { type RefObject, useEffect } from 'react'

let isByKeyboard = false

/** Whether the last thing the user did was to press a key. What's typed doesn't count: phones have keys for it, too. */
export function usesKeyboard(): boolean {
  return isByKeyboard
}

/** F8 moves the focus to the button of the newest toast, which is far from everything else by Tab. */
export function useToastKey(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const handleKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (key === 'Tab' || !(target as Element).matches?.('input, textarea')) isByKeyboard = true
      if (key !== 'F8') return
      event.preventDefault()
      const buttons = region.current!.querySelectorAll<HTMLElement>(':scope > :not([hidden]) button')
      ;[...buttons].at(-1)?.focus()
    }
    document.addEventListener('keydown', handleKey, options)
    document.addEventListener('pointerdown', () => void (isByKeyboard = false), options)
    return () => listening.abort()
  }, [region])
}

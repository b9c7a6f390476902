import { type RefObject, useEffect } from 'react'

let isByKeyboard = false

/** Whether the last thing the user did was to press a key. What's typed doesn't count: phones have keys for it, too. */
export function usesKeyboard(): boolean {
  return isByKeyboard
}

const TYPED_IN = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]'

/** F8 moves the focus to the button of the newest toast, which is far from everything else by Tab. */
export function useToastKey(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (key === 'Tab' || (target instanceof Element && !target.matches(TYPED_IN))) isByKeyboard = true
      if (key !== 'F8') return
      const buttons = region.current!.querySelectorAll<HTMLElement>(':scope > :not([hidden]) button')
      if (buttons.length === 0) return
      event.preventDefault()
      buttons.item(buttons.length - 1).focus()
    }
    const handlePointer = () => {
      isByKeyboard = false
    }
    const options = { capture: true }
    document.addEventListener('keydown', handleKey, options)
    document.addEventListener('pointerdown', handlePointer, options)
    return () => {
      document.removeEventListener('keydown', handleKey, options)
      document.removeEventListener('pointerdown', handlePointer, options)
    }
  }, [region])
}

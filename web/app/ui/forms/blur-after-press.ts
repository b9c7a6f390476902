import { type FocusEventHandler, useEffect, useRef } from 'react'

/**
 * A handler that puts off the blur of a field until the press that caused it has ended. Its error would move what's being
 * pressed away.
 * @see docs/decisions/085-errors-after-presses.md
 */
export function useBlurAfterPress(): FocusEventHandler {
  const isPressing = useRef(false)
  useEffect(() => {
    const handlePress = ({ type, target }: MouseEvent) => {
      // A select opens at once, and its options get the end of the press.
      isPressing.current = type === 'mousedown' && !(target instanceof HTMLSelectElement)
    }
    document.addEventListener('mousedown', handlePress, true)
    document.addEventListener('mouseup', handlePress, true)
    return () => {
      document.removeEventListener('mousedown', handlePress, true)
      document.removeEventListener('mouseup', handlePress, true)
    }
  }, [])
  return (event) => {
    if (!isPressing.current) return
    event.stopPropagation()
    const { target } = event
    const blur = () => target.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    document.addEventListener('mouseup', blur, { capture: true, once: true })
  }
}

import { type FocusEventHandler, useEffect, useRef } from 'react'

/** What ends a press. A press that drags a link or opens a context menu may have no `mouseup`. */
const ends = ['mouseup', 'dragend', 'keydown']

/**
 * A handler that puts off the blur of a field until the press that caused it has ended. Its error would move what's being
 * pressed away.
 * @see docs/decisions/085-errors-after-presses.md
 */
export function useBlurAfterPress(): FocusEventHandler {
  /** During a press. */
  const fieldsLeft = useRef<EventTarget[]>(undefined)
  useEffect(() => {
    const handlePress = ({ type, target }: Event) => {
      const fields = fieldsLeft.current
      // A select opens at once, and its options get the end of the press.
      const hasBegun = type === 'mousedown' && !(target instanceof HTMLSelectElement)
      fieldsLeft.current = hasBegun ? [] : undefined
      fields?.forEach((field) => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    }
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    for (const type of ['mousedown', ...ends]) document.addEventListener(type, handlePress, options)
    return () => controller.abort()
  }, [])
  return (event) => {
    if (!fieldsLeft.current) return
    event.stopPropagation()
    fieldsLeft.current.push(event.target)
  }
}

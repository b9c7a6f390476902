import { type MouseEvent, type PointerEvent, useRef } from 'react'

const LONG_PRESS_MS = 450

/** Calls back when a finger rests on an element, and swallows the click that may follow. Spread it over the element. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef(0)
  const wasLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      wasLong.current = false
      if (pointerType !== 'touch') return
      timer.current = window.setTimeout(() => {
        wasLong.current = true
        onLongPress()
      }, LONG_PRESS_MS)
    },
    onPointerUp: stop,
    // The finger scrolls.
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => wasLong.current && event.preventDefault(),
    onClickCapture: (event: MouseEvent) => wasLong.current && event.stopPropagation(),
  }
}

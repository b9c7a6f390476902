import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

const MAX_SCALE = 8
const STEP = 1.5
const WHEEL_SPEED = 0.002

type Point = { x: number; y: number }

/** Zooms the content of a scrolling element by wheel, pinch and keys; dragging with a mouse pans it. */
export function useZoom() {
  const pane = useRef<HTMLElement>(null)
  const [scale, setScale] = useState(1)
  const scrollAfter = useRef<{ left: number; top: number }>(undefined)

  /** @param around a point of the pane that stays where it is; its middle by default. */
  function zoomTo(target: number, around?: Point): void {
    const element = pane.current
    const next = Math.min(MAX_SCALE, Math.max(1, target))
    if (!element || next === scale) return
    const { x, y } = around ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    const ratio = next / scale
    scrollAfter.current = {
      left: (element.scrollLeft + x) * ratio - x,
      top: (element.scrollTop + y) * ratio - y,
    }
    setScale(next)
  }

  useLayoutEffect(() => {
    if (!pane.current || !scrollAfter.current) return
    pane.current.scrollLeft = scrollAfter.current.left
    pane.current.scrollTop = scrollAfter.current.top
  }, [scale])

  const zoom = useEffectEvent(zoomTo)
  const currentScale = useEffectEvent(() => scale)
  useEffect(() => {
    const element = pane.current
    if (!element) return
    return listen(element, { zoom: (...args) => zoom(...args), scale: () => currentScale() })
  }, [])

  return {
    pane,
    scale,
    zoomIn: () => zoomTo(scale * STEP),
    zoomOut: () => zoomTo(scale / STEP),
    reset: () => zoomTo(1),
    isAtMax: scale >= MAX_SCALE,
  }
}

type Controls = { zoom: (target: number, around?: Point) => void; scale: () => number }

/** Listens on the element itself, because React's listeners can't keep the page from scrolling. */
function listen(element: HTMLElement, { zoom, scale }: Controls): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  const pointIn = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      zoom(scale() * Math.exp(-event.deltaY * WHEEL_SPEED), pointIn(event))
    },
    { passive: false, signal },
  )

  let pinch: { distance: number; scale: number } | undefined
  element.addEventListener(
    'touchmove',
    (event) => {
      const [first, second] = event.touches
      if (!first || !second) return
      event.preventDefault()
      const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)
      pinch ??= { distance, scale: scale() }
      const middle = {
        clientX: (first.clientX + second.clientX) / 2,
        clientY: (first.clientY + second.clientY) / 2,
      }
      zoom((pinch.scale * distance) / pinch.distance, pointIn(middle))
    },
    { passive: false, signal },
  )
  element.addEventListener('touchend', () => (pinch = undefined), { signal })

  // Touch scrolls natively.
  element.addEventListener(
    'pointermove',
    ({ pointerType, buttons, movementX, movementY }) => {
      if (pointerType !== 'mouse' || buttons !== 1) return
      element.scrollLeft -= movementX
      element.scrollTop -= movementY
    },
    { signal },
  )
  return () => listeners.abort()
}

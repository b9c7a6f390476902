import { type RefCallback, useCallback, useState } from 'react'

/** Less than two screens of a phone. */
const MARGIN = '800px'

/** Whether the element that gets the ref has come near the viewport, so that what it shows can be loaded then. */
export function useNearViewport(): [ref: RefCallback<Element>, isNear: boolean] {
  const [isNear, setIsNear] = useState(false)
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setIsNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isNear]
}

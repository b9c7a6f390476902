import { hasEarlySubmit } from '#platform/document/early-submit.ts'

/**
 * Resolves when the element comes near the viewport, so that its code can be loaded then. Resolves immediately while
 * pages are prerendered, when the element isn't there yet, and when its form was already submitted.
 */
export function whenVisible(id: string): Promise<void> {
  if (typeof window === 'undefined') return Promise.resolve()
  const element = document.querySelector(`#${CSS.escape(id)}`)
  if (!element || hasEarlySubmit(element)) return Promise.resolve()
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    element.addEventListener('focusin', () => resolve(), { once: true })
  })
}

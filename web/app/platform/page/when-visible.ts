import { holdsEarlyPress } from './early-submit.ts'

/**
 * Resolves when the element comes near the window, so that what it needs can be fetched then. At once where nobody can
 * tell, while pages are pre-rendered and when the element is not there yet, and where a form was sent already.
 */
export function whenNear(id: string): Promise<void> {
  if (typeof window === 'undefined') return Promise.resolve()
  const element = document.querySelector(`#${CSS.escape(id)}`)
  if (!element || holdsEarlyPress(element)) return Promise.resolve()
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

const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'input',
  'click',
]

/**
 * Resolves when somebody begins to use the page, so that what only they need can be fetched then. At once where nobody
 * can tell: while pages are pre-rendered, and when the element is not in the page yet.
 */
export function whenUsed(id: string): Promise<void> {
  if (typeof window === 'undefined' || !document.querySelector(`#${CSS.escape(id)}`)) return Promise.resolve()
  return new Promise((resolve) => {
    const listening = new AbortController()
    const begin = () => {
      listening.abort()
      resolve()
    }
    for (const sign of signs)
      window.addEventListener(sign, begin, { capture: true, passive: true, signal: listening.signal })
  })
}

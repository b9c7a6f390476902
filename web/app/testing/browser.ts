/** Adds the browser features that jsdom lacks. */
export function standInForBrowser(): void {
  Object.assign(window, {
    scrollTo: () => undefined,
    matchMedia: (query: string) => ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    // Everything is in view.
    IntersectionObserver: class {
      readonly #onChange: (entries: { isIntersecting: boolean }[]) => void
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        this.#onChange = onChange
      }
      observe() {
        queueMicrotask(() => this.#onChange([{ isIntersecting: true }]))
      }
      unobserve() {}
      disconnect() {}
      takeRecords() {
        return []
      }
    },
  })
  Object.assign(Element.prototype, {
    scrollIntoView: () => undefined,
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
    showPopover: () => undefined,
    hidePopover: () => undefined,
  })
  URL.createObjectURL = () => 'blob:test'
  URL.revokeObjectURL = () => undefined
}

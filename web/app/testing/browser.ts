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
    IntersectionObserver: class {
      observe() {}
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

const AGAIN_MS = 5_000

/**
 * Fetches a part of a screen. On a broken line it tries again once the line may be back, and what stands in the part's
 * place stays: a part that fails for good would take the whole screen with it.
 */
export async function whenFetched<Part>(fetch: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await fetch()
    } catch (broken) {
      // While pages are made there is no line.
      if (typeof window === 'undefined') throw broken
      await lineMayBeBack()
    }
  }
}

function lineMayBeBack(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      resolve()
    }
    const timer = setTimeout(goOn, AGAIN_MS)
    window.addEventListener('online', goOn)
  })
}

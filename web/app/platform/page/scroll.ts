const DURATION_MS = 500
/** Keeps the fixed header off the section's heading. */
const OFFSET_PX = -80

/** Glides to a section of this page and puts the keyboard there too. At once for those who want no motion. */
export function scrollToSection(id: string): void {
  const section = document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  if (!section) return
  const from = window.scrollY
  const to = Math.max(0, section.getBoundingClientRect().top + from + OFFSET_PX)
  const wantsNoMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  section.focus({ preventScroll: true })
  if (wantsNoMotion) return window.scrollTo(0, to)

  const start = performance.now()
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
  }
  for (const event of ['wheel', 'touchstart', 'keydown']) {
    window.addEventListener(event, interrupt, { once: true, passive: true })
  }
  const step = (now: number) => {
    if (isInterrupted) return
    const share = Math.min(1, (now - start) / DURATION_MS)
    window.scrollTo(0, from + (to - from) * eased(share))
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

function eased(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2
}

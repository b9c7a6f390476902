const DURATION_MS = 500
/** Keeps the fixed header off the section's heading. */
const OFFSET_PX = -80

/** Scrolls smoothly to a section of this page and focuses it. Jumps when reduced motion is preferred. */
export function scrollToSection(id: string): void {
  const section = document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  if (!section) return
  const from = window.scrollY
  const to = Math.max(0, section.getBoundingClientRect().top + from + OFFSET_PX)
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  section.focus({ preventScroll: true })
  if (prefersReducedMotion) return window.scrollTo(0, to)

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
    const progress = Math.min(1, (now - start) / DURATION_MS)
    window.scrollTo(0, from + (to - from) * easeInOut(progress))
    if (progress < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

function easeInOut(progress: number): number {
  return progress < 0.5 ? 2 * progress * progress : 1 - (2 - 2 * progress) ** 2 / 2
}

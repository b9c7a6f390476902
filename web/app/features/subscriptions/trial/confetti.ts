/** Confetti for a while, over everything; none for people who asked for less motion. */
export async function throwConfetti(durationMs: number): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { default: confetti } = await import('canvas-confetti')
  // Without a worker: one made from a blob is not allowed by our policy.
  const fire = confetti.create(undefined, { resize: true, useWorker: false })
  const until = Date.now() + durationMs
  const burst = () => {
    for (const side of [0, 1]) {
      void fire({
        particleCount: 24,
        angle: side === 0 ? 60 : 120,
        spread: 60,
        origin: { x: side, y: 0.7 },
        zIndex: 60,
      })
    }
    if (Date.now() < until) setTimeout(burst, 400)
    else setTimeout(() => fire.reset(), 2_500)
  }
  burst()
}

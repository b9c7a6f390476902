/** Throws confetti over the whole screen; does nothing for users who prefer reduced motion. */
export async function throwConfetti(durationMs: number): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { default: confetti } = await import('canvas-confetti')
  // The content security policy forbids the worker, which is created from a blob.
  const fire = confetti.create(undefined, { resize: true, useWorker: false })
  const endsAt = Date.now() + durationMs
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
    if (Date.now() < endsAt) setTimeout(burst, 400)
    else setTimeout(() => fire.reset(), 2_500)
  }
  burst()
}

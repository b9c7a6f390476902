const BURST_EVERY_MS = 400
const FALL_MS = 2_500

/** Throws confetti over the whole screen until `signal` aborts; does nothing for users who prefer reduced motion. */
export async function throwConfetti(durationMs: number, signal: AbortSignal): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { default: confetti } = await import('canvas-confetti')
  if (signal.aborted) return
  // The content security policy forbids the worker, which is created from a blob.
  const fire = confetti.create(undefined, { resize: true, useWorker: false })
  const endsAt = Date.now() + durationMs
  let timer: ReturnType<typeof setTimeout>
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
    const isOver = Date.now() >= endsAt
    timer = setTimeout(isOver ? () => fire.reset() : burst, isOver ? FALL_MS : BURST_EVERY_MS)
  }
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    fire.reset()
  })
  burst()
}

/**
 * Does things at most so many at a time, in the order in which they were asked for.
 * @param atOnce how many.
 */
export function inTurn(atOnce: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running < atOnce) running++
    // Whoever finishes hands the place on.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

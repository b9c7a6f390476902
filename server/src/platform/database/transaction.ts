const MOST_TRIES = 5

/**
 * Runs a transaction again that the database cut short because it and another waited for each other.
 * @param run one whole transaction: nothing of it may outlive its failure.
 */
export async function despiteDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (thrown) {
      const isDeadlock = (thrown as { code?: unknown }).code === '40P01'
      if (!isDeadlock || tries === MOST_TRIES) throw thrown
    }
  }
}

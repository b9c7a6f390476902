const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Decision 11: five failures in a quarter of an hour, then waits that grow to a quarter of an hour. */
const FREE_FAILURES = 5
const WINDOW = 15 * MINUTE
/** Once waits have begun, only a good sign-in, a reset or a quiet day ends them. */
const FORGET_AFTER = 24 * HOUR

export type Attempts = { failures: number; firstAt: Date; lastAt: Date; blockedUntil: Date }

/** How long an account still waits, in whole seconds; 0 when it may be tried. */
export function waitSeconds({ blockedUntil }: Attempts, now: Date): number {
  return Math.max(0, Math.ceil((blockedUntil.getTime() - now.getTime()) / SECOND))
}

/** The count after one more failure, and until when it makes the next attempt wait. */
export function afterFailure(before: Attempts, now: Date): Attempts {
  const isWaiting = before.failures >= FREE_FAILURES
  const isForgotten = isWaiting
    ? now.getTime() - before.lastAt.getTime() > FORGET_AFTER
    : now.getTime() - before.firstAt.getTime() > WINDOW
  const failures = isForgotten ? 1 : before.failures + 1
  const wait = failures < FREE_FAILURES ? 0 : Math.min(WINDOW, 2 ** (failures - FREE_FAILURES) * SECOND)
  return {
    failures,
    firstAt: isForgotten ? now : before.firstAt,
    lastAt: now,
    blockedUntil: new Date(now.getTime() + wait),
  }
}

/** How long a mailed link is good for (decisions 9 and 10). */
export const linkLength = { verifyEmail: 24 * HOUR, resetPassword: 30 * MINUTE }

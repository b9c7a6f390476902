import { isUnavailable, networkCodeOf } from '../stripe.ts'
import { checks, type Finding, type SetupDeps } from './checks.ts'

/** Checks everything at Stripe that payments depend on. */
export async function* checkPayments(deps: SetupDeps): AsyncGenerator<Finding & { name: string }> {
  const stripe = await deps.payments.client()
  for (const [name, check] of Object.entries(checks)) {
    try {
      yield { name, ...(await check(deps, stripe)) }
    } catch (error) {
      yield { name, ...explain(error) }
      // The others couldn't find out either.
      if (isUnavailable(error)) return
    }
  }
}

/** A key that may not do this, or no connection. */
function explain(error: unknown): Finding {
  if (!(error instanceof Error && 'type' in error)) throw error
  if (isUnavailable(error)) {
    const code = networkCodeOf(error)
    return {
      state: 'fix',
      message: `Stripe didn’t respond${code === undefined ? '' : ` (${code})`}, so we couldn’t run this check or the ones after it. Try again.`,
    }
  }
  return { state: 'fix', message: `Stripe said: ${error.message}` }
}

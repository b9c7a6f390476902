import { configuredStripe } from '#local-services'
import { checkPayments, setUpPayments } from '#features/payments'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { createPayments, type PaymentAccount } from '#platform/payments/stripe-client.ts'
import { type CommandDeps, withCommandDeps } from './command-deps.ts'

type Say = (line: string) => void
type PaymentCommand = (deps: CommandDeps, account: PaymentAccount, say: Say) => Promise<number>

const labels = { ok: 'OK   ', fix: 'FIX  ', check: 'CHECK' } as const

/** Prints what's right with the account at Stripe and what isn't. Exit code 1 if something needs fixing. */
export const runPaymentsCheck: PaymentCommand = async (deps, account, say) => {
  let problems = 0
  for await (const { name, state, message } of checkPayments({
    ...deps,
    payments: createPayments(account),
  })) {
    if (state === 'fix') problems++
    say(`${labels[state]} ${name}: ${message}`)
  }
  say(problems === 0 ? 'Payments are ready.' : `${problems} to fix. docs/payments.md explains each one.`)
  return problems === 0 ? 0 : 1
}

/** Creates or corrects what Stripe's API allows. */
export const runPaymentsSetup: PaymentCommand = async (deps, account, say) => {
  for await (const line of setUpPayments({ ...deps, payments: createPayments(account) })) say(line)
  say('Next: npm run admin -- payments check')
  return 0
}

/** Runs a command with the keys of the environment. Setup comes before the signing secret, which it prints. */
export function withPayments(
  env: Record<string, string | undefined>,
  say: Say,
  command: PaymentCommand,
): Promise<number> {
  if (!env['STRIPE_SECRET_KEY'] || !env['STRIPE_PUBLISHABLE_KEY'])
    throw new CannotStart(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are missing: without them, the product uses a local stand-in that moves no money. docs/payments.md says how to go live.',
    )
  const STRIPE_WEBHOOK_SECRET = env['STRIPE_WEBHOOK_SECRET'] || 'missing'
  return withCommandDeps({ ...env, STRIPE_WEBHOOK_SECRET }, say, (deps) =>
    command(deps, configuredStripe(deps.config)!, say),
  )
}

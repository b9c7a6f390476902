import { join } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Environment } from '#platform/config/environment.ts'
import { CALLBACK_PATH } from '#platform/security/identity-provider.ts'
import { type PaymentAccount, PAYMENT_EVENTS_PATH } from '#platform/payments/stripe-client.ts'

type OpenIdClient = Readonly<{ issuer: string; clientId: string; clientSecret: string }>

/** Connections to external services or their stand-ins. */
export type Services = Readonly<{
  smtpUrl: string
  /** Without it, the Google button isn't shown. */
  google: OpenIdClient | undefined
  payments: PaymentAccount
  /** Printed at the start. */
  notes: readonly string[]
  stop(): Promise<void>
}>

/**
 * Starts a stand-in for each external service that isn't configured. In production the configuration refuses that
 * first, and so does every stand-in.
 */
export async function startStandIns(config: Environment, publicUrl: string): Promise<Services> {
  const [mailbox, google, stripe] = await Promise.all([
    localMailbox(config),
    localGoogle(config, publicUrl),
    localStripe(config),
  ])
  return {
    smtpUrl: config.SMTP_URL ?? mailbox!.smtpUrl,
    google: configuredGoogle(config) ?? google,
    payments: configuredStripe(config) ?? stripe!.account,
    notes: [
      ...(mailbox ? [`Mail: ${mailbox.webUrl}`] : []),
      ...(stripe ? [`Payments (no money moves): ${stripe.url}`] : []),
    ],
    stop: async () => void (await Promise.all([mailbox?.stop(), google?.stop(), stripe?.stop()])),
  }
}

/**
 * Starts the Postgres that comes with the checkout, for a data directory without a DATABASE_URL.
 * @throws CannotStart
 */
export async function startLocalDatabase(
  dataDir: string,
  options: { log: (line: string) => void; whenRunning: 'refuse' | 'join' },
): Promise<{ url: string; stop: (maxMs?: number) => Promise<void> }> {
  const { PostgresCannotStart, startEmbeddedPostgres } = await import('@docketbox/local/postgres')
  return startEmbeddedPostgres({ dataDir, ...options }).catch((error: unknown) => {
    throw error instanceof PostgresCannotStart ? new CannotStart(error.message, { cause: error }) : error
  })
}

/** Whether a data directory has a database of that Postgres. Creates nothing. */
export async function hasLocalDatabase(dataDir: string): Promise<boolean> {
  const { hasEmbeddedPostgres } = await import('@docketbox/local/postgres')
  return hasEmbeddedPostgres(dataDir)
}

/** The Google client of the configuration, if there is one. */
export function configuredGoogle(config: Environment): OpenIdClient | undefined {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined
}

async function localMailbox({ SMTP_URL, DATA_DIR, PORT }: Environment) {
  if (SMTP_URL) return undefined
  const { startMailbox } = await import('@docketbox/local/mailbox')
  return startMailbox({ dataDir: DATA_DIR, httpPort: portBeside(PORT, 1) })
}

async function localGoogle(config: Environment, publicUrl: string) {
  if (configuredGoogle(config) || config.NODE_ENV === 'production') return undefined
  const { startGoogle } = await import('@docketbox/local/google')
  return startGoogle({
    redirectUri: () => publicUrl + CALLBACK_PATH,
    appName: config.PRODUCT_NAME,
    port: portBeside(config.PORT, 2),
  })
}

/** The Stripe account of the configuration, if there is one. */
export function configuredStripe(config: Environment): PaymentAccount | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = config
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  return secretKey && publishableKey && webhookSecret
    ? { secretKey, publishableKey, webhookSecret }
    : undefined
}

async function localStripe(config: Environment) {
  if (configuredStripe(config)) return undefined
  const { DATA_DIR, PORT, ROLE } = config
  const { localKeys, startStripeStandIn } = await import('@docketbox/local/stripe')
  const wishedPort = PORT + 3
  // A worker asks the one that the process beside it has started.
  const standIn =
    ROLE === 'worker'
      ? { host: '127.0.0.1', port: wishedPort, stop: async () => undefined }
      : await startStripeStandIn({
          dataDir: join(DATA_DIR, 'stripe'),
          webhookUrl: `http://127.0.0.1:${PORT}${PAYMENT_EVENTS_PATH}`,
          port: wishedPort,
        })
  const { host, port, stop } = standIn
  const url = `http://${host}:${port}`
  return { account: { ...localKeys, local: { host, port, scriptUrl: `${url}/v3/stripe.js` } }, url, stop }
}

/** Stand-ins listen on the ports after the product's; with PORT=0, on any free port. */
function portBeside(port: number, distance: number): number | undefined {
  return port === 0 ? undefined : port + distance
}

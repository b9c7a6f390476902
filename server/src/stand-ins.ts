import type { Environment } from '#platform/config'
import { CALLBACK_PATH } from '#platform/identity'

/** The OpenID Connect client sign-in goes through. */
type OpenIdClient = Readonly<{ issuer: string; clientId: string; clientSecret: string }>

/** Where the outside services are, whether they are real or local. */
export type Services = Readonly<{
  smtpUrl: string
  /** None: the Google button is not shown. */
  google: OpenIdClient | undefined
  /** What a person is told at the start. */
  notes: readonly string[]
  stop(): Promise<void>
}>

/**
 * Starts a local server for each outside service that is not configured. Production runs on none:
 * the configuration refuses first, and so does every stand-in.
 */
export async function startStandIns(config: Environment, publicUrl: string): Promise<Services> {
  const [mailbox, google] = await Promise.all([localMailbox(config), localGoogle(config, publicUrl)])
  return {
    smtpUrl: config.SMTP_URL ?? mailbox!.smtpUrl,
    google: configuredGoogle(config) ?? google,
    notes: mailbox ? [`Its mail is read at ${mailbox.webUrl}`] : [],
    stop: async () => void (await Promise.all([mailbox?.stop(), google?.stop()])),
  }
}

/** The Google client of the configuration, if there is one. */
export function configuredGoogle(config: Environment): OpenIdClient | undefined {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined
}

async function localMailbox({ SMTP_URL, DATA_DIR, PORT }: Environment) {
  if (SMTP_URL) return undefined
  const { startMailbox } = await import('@docketbox/standins/mailbox')
  return startMailbox({ dataDir: DATA_DIR, httpPort: beside(PORT, 1) })
}

async function localGoogle(config: Environment, publicUrl: string) {
  if (configuredGoogle(config) || config.NODE_ENV === 'production') return undefined
  const { startGoogle } = await import('@docketbox/standins/google')
  return startGoogle({
    redirectUri: () => publicUrl + CALLBACK_PATH,
    appName: config.PRODUCT_NAME,
    port: beside(config.PORT, 2),
  })
}

/** Stand-ins are found next to the product, unless that itself is anywhere. */
function beside(port: number, distance: number): number | undefined {
  return port === 0 ? undefined : port + distance
}

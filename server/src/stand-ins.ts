import type { Environment } from '#platform/config'

export type StandIns = Readonly<{
  smtpUrl: string
  /** What a person is told at the start. */
  notes: readonly string[]
  stop(): Promise<void>
}>

/**
 * Starts a local server for each outside service that is not configured. Production never gets here
 * without them: the configuration refuses first, and so does every stand-in.
 */
export async function startStandIns({ SMTP_URL, DATA_DIR, PORT }: Environment): Promise<StandIns> {
  if (SMTP_URL) return { smtpUrl: SMTP_URL, notes: [], stop: async () => undefined }
  const { startMailbox } = await import('@docketbox/standins/mailbox')
  const beside = PORT === 0 ? {} : { httpPort: PORT + 1 }
  const mailbox = await startMailbox({ dataDir: DATA_DIR, ...beside })
  return {
    smtpUrl: mailbox.smtpUrl,
    notes: [`Its mail is read at ${mailbox.webUrl}`],
    stop: mailbox.stop,
  }
}

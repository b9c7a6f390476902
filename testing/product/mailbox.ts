/** A mail in the local mailbox. */
export type ReceivedMail = Readonly<{
  id: string
  recipients: readonly string[]
  from: string
  replyTo: string
  subject: string
  text: string
  html: string
  links: readonly string[]
  attachments: ReadonlyArray<Readonly<{ name: string; type: string; sizeBytes: number }>>
}>

/** Waits for the newest mail to an address whose subject contains a text; with `after`, the next one after that mail. */
export async function waitForMail(
  mailUrl: string,
  { to, subject, after }: { to: string; subject?: string; after?: ReceivedMail },
): Promise<ReceivedMail> {
  const query = new URLSearchParams({ to, timeoutMs: '30000' })
  if (subject !== undefined) query.set('subject', subject)
  if (after !== undefined) query.set('after', after.id)
  const response = await fetch(`${mailUrl.replace(/\/$/, '')}/api/messages/wait?${query}`)
  if (response.status !== 200) throw new Error(`No mail to ${to} about ${subject ?? 'anything'}.`)
  return (await response.json()) as ReceivedMail
}

/** The link in a mail to a path of the product. */
export function linkTo(letter: ReceivedMail, path: string): string {
  const link = letter.links.find((address) => new URL(address).pathname === path)
  if (link === undefined)
    throw new Error(`“${letter.subject}” has no link to ${path}: ${letter.links.join(', ')}`)
  return link
}

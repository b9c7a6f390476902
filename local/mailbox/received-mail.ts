import type { Address } from 'postal-mime'

export type ReceivedMail = Readonly<{
  /** Sorts by arrival. */
  id: string
  receivedAt: string
  /** The recipients of the SMTP envelope. */
  recipients: readonly string[]
  /** The From and To headers. */
  from: string
  to: string
  replyTo: string
  subject: string
  text: string
  html: string
  /** URLs the mail links to, in order. */
  links: readonly string[]
  attachments: ReadonlyArray<Readonly<{ name: string; type: string; sizeBytes: number }>>
}>

export type Envelope = Readonly<{ sender: string; recipients: readonly string[] }>

/** The mail as saved to disk: the envelope, then what arrived. */
export function sealed({ sender, recipients }: Envelope, raw: Buffer): Buffer {
  const envelope = `Delivered-To: ${recipients.join(', ')}\r\nReturn-Path: <${sender}>\r\n`
  return Buffer.concat([Buffer.from(envelope), raw])
}

export async function readMail(id: string, eml: Buffer): Promise<ReceivedMail> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(eml)
  const html = mail.html ?? ''
  const text = mail.text ?? ''
  return {
    id,
    receivedAt: timeOf(id),
    // At the very top, because a mail may have headers of the same name.
    recipients: mail.headers[0]?.value.split(', ') ?? [],
    from: named(mail.from ? [mail.from] : []),
    to: named(mail.to ?? []),
    replyTo: named(mail.replyTo ?? []),
    subject: mail.subject ?? '',
    text,
    html,
    links: html === '' ? linksOfText(text) : linksOfHtml(html),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'unnamed',
      type: mimeType,
      sizeBytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  }
}

/** Ids are arrival times, written so they're valid file names. */
export function idOf(time: number): string {
  return new Date(time).toISOString().replaceAll(/[:.]/g, '-')
}

export const mailId = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

function timeOf(id: string): string {
  return id.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z')
}

function named(addresses: readonly Address[]): string {
  return addresses
    .map((one) => {
      if (one.group) return `${one.name}: ${named(one.group)}`
      return one.name ? `${one.name} <${one.address}>` : one.address
    })
    .join(', ')
}

function linksOfHtml(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/gi)].map(([, address = '']) =>
    unescapeAttribute(address),
  )
}

function linksOfText(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([address]) => address)
}

function unescapeAttribute(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

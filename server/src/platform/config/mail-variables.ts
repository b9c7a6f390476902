import { z } from 'zod'

/** Whether it names a server. An `@` after that means that a password with `/`, `?` or `#` hasn't been encoded. */
function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    !(url.pathname + url.search + url.hash).includes('@')
  )
}

export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(
      isSmtpUrl,
      'must be an smtp:// or smtps:// address: in its user name and password, write % as %25, / as %2F, ? as %3F and # as %23',
    )
    .optional()
    .describe(
      'Mail server. It must offer TLS unless it is on this machine or the address ends in ?ignoreTLS=true. Unset: a local mailbox you read in the browser.',
    ),
  MAIL_FROM: z
    .email('must be an email address')
    .default('hello@docketbox.local')
    .describe('Sender of every email. Replies go to SUPPORT_EMAIL.'),
}

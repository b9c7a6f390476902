import type { Deps } from '#platform/config/deps.ts'
import type { Mail } from '#platform/mail/mail.ts'

export function invitationMail(
  { config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>,
  { email, role, token }: { email: string; role: string; token: string },
): Mail {
  const name = config.PRODUCT_NAME
  const asWhat = role === 'Admin' ? 'an Admin' : 'a Super Admin'
  return {
    to: email,
    subject: `You are invited to administer ${name}`,
    heading: `Join ${name} as ${asWhat}`,
    paragraphs: ['With this link you open your account. It works once, for this address only, for 72 hours.'],
    button: {
      label: 'Accept the invitation',
      url: `${publicUrl}/admin-register#${new URLSearchParams({ invitation: token }).toString()}`,
    },
    closing: ['If you did not expect it, do nothing.'],
    reason: `You got this mail because an administrator of ${name} invited this address.`,
  }
}

import { paths } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'

export function invitationMail(
  { config, publicUrl }: MailDeps,
  { email, role, token }: { email: string; role: string; token: string },
): Mail {
  const name = config.PRODUCT_NAME
  const roleName = role === 'Admin' ? 'an Admin' : 'a Super Admin'
  return {
    to: email,
    subject: `You’ve been invited to help run ${name}`,
    heading: `Join ${name} as ${roleName}`,
    paragraphs: [
      'Use this link to create your account. It works once, only for this address, and expires in 72 hours.',
    ],
    button: {
      label: 'Accept invitation',
      url: `${publicUrl}${paths.adminRegister}#${new URLSearchParams({ invitation: token }).toString()}`,
    },
    closing: ['Not expecting this? You can ignore this email.'],
    reason: `You’re receiving this because an administrator of ${name} invited this address.`,
  }
}

import type { Deps } from '#platform/config/deps.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Needs = Pick<Deps, 'config' | 'publicUrl'>
type To = { email: string; firstName: string }

export function recoveryCodeUsedMail({ config, publicUrl }: Needs, to: To, left: number): Mail {
  return {
    to: to.email,
    subject: 'A recovery code was used',
    heading: 'A recovery code was used',
    paragraphs: [
      `Hello ${to.firstName}, somebody has just logged in to your account with a recovery code. ${left === 1 ? 'One is' : `${left} are`} left.`,
    ],
    button: { label: 'Make new codes', url: `${publicUrl}/profile/security` },
    closing: [`If it was not you, choose a new password now and write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because a recovery code of your ${config.PRODUCT_NAME} account was used.`,
  }
}

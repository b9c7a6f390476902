import type { Deps } from '#platform/config/deps.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Trial = { email: string; firstName: string; periodEnd: Date }

const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeZone: 'Australia/Melbourne' })

export function trialBeginsMail(
  { config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>,
  trial: Trial,
): Mail {
  return {
    to: trial.email,
    subject: 'Your free trial has begun',
    heading: `Welcome, ${trial.firstName}`,
    paragraphs: [
      `Everything in ${config.PRODUCT_NAME} is open to you until ${day.format(trial.periodEnd)}. Then it simply ends: no card, no charge. We write again three days before.`,
      'Whatever you keep meanwhile stays yours to read, download and export.',
    ],
    button: { label: 'Begin', url: `${publicUrl}/dashboard-celebrate` },
    reason: `You got this mail because you started a free trial of ${config.PRODUCT_NAME}.`,
  }
}

export function trialEndsMail({ config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>, trial: Trial): Mail {
  return {
    to: trial.email,
    subject: 'Your free trial ends in three days',
    heading: `Your trial ends on ${day.format(trial.periodEnd)}`,
    paragraphs: [
      `Hello ${trial.firstName}, your free trial of ${config.PRODUCT_NAME} ends in three days. It simply ends: no card, no charge.`,
      'Everything you have kept stays yours to read, download and export. To go on adding receipts, choose a plan.',
    ],
    button: { label: 'Choose a plan', url: `${publicUrl}/subscription` },
    reason: `You got this mail because you started a free trial of ${config.PRODUCT_NAME}.`,
  }
}

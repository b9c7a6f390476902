import type { Deps } from '#platform/deps'
import type { Mail } from '#platform/mail'

type EndingTrial = { email: string; firstName: string; periodEnd: Date }

const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeZone: 'Australia/Melbourne' })

export function trialEndsMail(
  { config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>,
  trial: EndingTrial,
): Mail {
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

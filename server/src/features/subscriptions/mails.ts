import { formatDay, lastDayOf, paths, sydneyDay } from '@docketbox/contract'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import type { StorageAllowance } from './storage/storage.ts'

type Trial = { email: string; firstName: string; periodEnd: Date }

export function trialStartedMail({ config, publicUrl }: MailDeps, trial: Trial): Mail {
  return {
    to: trial.email,
    subject: 'Your free trial has started',
    heading: `Welcome, ${trial.firstName}`,
    paragraphs: [
      `You have full access until ${formatDay(lastDayOf(trial.periodEnd))}. Your trial then ends automatically, with nothing to pay. We’ll remind you three days before.`,
      'You can always view, download and export the receipts you add, even after your trial ends.',
    ],
    button: { label: 'Get started', url: `${publicUrl}${paths.trialWelcome}` },
    reason: `You’re receiving this because you started a free trial of ${config.PRODUCT_NAME}.`,
  }
}

/** @param trial with the start of the months its owner has paid for after a gap. */
export function trialEndsMail(
  { config, publicUrl }: MailDeps,
  trial: Trial & { nextStartsAt: Date | null },
): Mail {
  const day = formatDay(lastDayOf(trial.periodEnd))
  const { nextStartsAt } = trial
  const toAdd = nextStartsAt
    ? `To add new ones before your paid months start on ${formatDay(sydneyDay(nextStartsAt))}`
    : 'To keep adding new ones'
  return {
    to: trial.email,
    subject: `Your free trial ends on ${day}`,
    heading: `Your trial ends on ${day}`,
    paragraphs: [
      `Hi ${trial.firstName}, your free trial of ${config.PRODUCT_NAME} ends on ${day}. It ends automatically, with nothing to pay.`,
      `You can always view, download and export your receipts. ${toAdd}, choose a plan.`,
    ],
    button: { label: 'Choose a plan', url: `${publicUrl}${paths.plans}` },
    reason: `You’re receiving this because you started a free trial of ${config.PRODUCT_NAME}.`,
  }
}

type FullStorage = StorageAllowance & { email: string; firstName: string; bytes: number }

export function storageMail({ config, publicUrl }: MailDeps, owner: FullStorage): Mail {
  const percent = Math.floor((owner.bytes / owner.limitBytes) * 100)
  return {
    to: owner.email,
    subject: percent >= 100 ? 'Your storage is full' : 'Your storage is nearly full',
    heading: `You’ve used ${percent}% of your storage`,
    paragraphs: [
      `Hi ${owner.firstName}, your ${config.PRODUCT_NAME} storage is ${percent >= 100 ? 'full, so you can’t add files' : 'nearly full'}. Everything you’ve added stays, and you can still view and download it.`,
      owner.hasLargerPlan
        ? 'To make room, permanently delete files you don’t need, or choose a larger plan. It can take until tomorrow for deleted files to free up space.'
        : `To make room, permanently delete files you don’t need. It can take until tomorrow for them to free up space. If you need more storage, email ${config.SUPPORT_EMAIL}.`,
    ],
    button: { label: 'See your storage', url: `${publicUrl}${paths.profile}` },
    reason: `You’re receiving this because you keep receipts in ${config.PRODUCT_NAME}.`,
  }
}

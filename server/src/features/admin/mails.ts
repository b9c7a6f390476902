import { formatDay, sydneyDay } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Needs = Pick<Deps, 'config' | 'publicUrl'>
type To = { email: string; firstName: string }

/** What an administrator noted as the reason stays with the administrators. */
export function suspendedMail({ config, publicUrl }: Needs, to: To, isPlanStopping: boolean): Mail {
  return {
    to: to.email,
    subject: 'Your account is suspended',
    heading: 'Your account is suspended',
    paragraphs: [
      `Hello ${to.firstName}, an administrator has suspended your ${config.PRODUCT_NAME} account. You are logged out on every device and cannot log in for now. Your receipts are kept.`,
      ...(isPlanStopping ? ['While you are shut out your plan does not renew, and nothing is charged.'] : []),
    ],
    button: { label: 'Write to us', url: `${publicUrl}/#contact` },
    closing: [`If you think this is a mistake, write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because you have an account at ${config.PRODUCT_NAME}.`,
  }
}

/** @param planEndsAt when a plan ends that will not renew. */
export function letInMail({ config, publicUrl }: Needs, to: To, planEndsAt: Date | undefined): Mail {
  return {
    to: to.email,
    subject: 'Your account is open again',
    heading: 'Welcome back',
    paragraphs: [
      `Hello ${to.firstName}, your ${config.PRODUCT_NAME} account is no longer suspended. You can log in again, and everything is where you left it.`,
      ...(planEndsAt
        ? [
            `Your plan ends on ${formatDay(sydneyDay(planEndsAt))} and does not renew. If you would like it to go on, log in and press Keep my plan under Manage Subscription.`,
          ]
        : []),
    ],
    button: planEndsAt
      ? { label: 'See my plan', url: `${publicUrl}/upgrade` }
      : { label: 'Log in', url: `${publicUrl}/login` },
    reason: `You got this mail because you have an account at ${config.PRODUCT_NAME}.`,
  }
}

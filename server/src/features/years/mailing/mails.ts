import { countOf, receiptCount } from '@docketbox/contract/core/counts'
import { formatDay, formatIncomeYear, paths, type YearSummary, yearTexts } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'

/** What's missing in the year that has ended, when the return is due and how long to keep the receipts. No amounts. */
export function yearSummaryMail(
  { config, publicUrl }: MailDeps,
  user: Recipient,
  { incomeYear, totals, possibleAssets, deadlines, retention, lodgement }: YearSummary,
): Mail {
  const year = formatIncomeYear(incomeYear)
  const unanswered = possibleAssets.receipts + possibleAssets.expenses
  return {
    to: user.email,
    subject: `Your ${year} income year`,
    heading: `The ${year} income year has ended`,
    paragraphs: [
      `Hi ${user.firstName}, you have ${receiptCount(totals.receipts)} from ${year}. ${missingText(totals)}`,
      ...(lodgement || unanswered === 0
        ? []
        : [
            `${countOf(unanswered, 'purchase')} ${unanswered === 1 ? 'looks' : 'look'} like equipment. Will you use ${unanswered === 1 ? 'it' : 'them'} for more than a year? If so, you may have to claim ${unanswered === 1 ? 'it' : 'them'} over several years. Open your income year to tell us.`,
          ]),
      ...(lodgement || !deadlines
        ? []
        : [
            `Your return is due on ${formatDay(deadlines.self)} if you lodge it yourself. Through a registered tax agent it’s usually due by ${formatDay(deadlines.agent)}, if you’re their client by 31 October.`,
          ]),
      ...(retention.keepUntil === null
        ? []
        : [
            `Keep your receipts until ${formatDay(retention.keepUntil)}${retention.isProvisional ? '. Once you’ve lodged your return, tell us when, and we’ll work out the exact day' : ''}.`,
          ]),
    ],
    button: { label: 'See your year', url: `${publicUrl}${paths.year(incomeYear)}` },
    reason: `You’re receiving this once a year because you keep receipts in ${config.PRODUCT_NAME}.`,
  }
}

/**
 * Asks whether to keep a year's receipts after their retention period.
 * @param year its receipts, and how many of them are for assets that have to be kept for longer.
 */
export function retentionEndedMail(
  { config, publicUrl }: MailDeps,
  user: Recipient,
  { incomeYear, receipts, assets }: { incomeYear: string; receipts: number; assets: number },
): Mail {
  const year = formatIncomeYear(incomeYear)
  const isOne = receipts - assets === 1
  const [them, theyAre] = isOne ? ['it', 'it’s'] : ['them', 'they’re']
  const others = isOne ? 'the other one' : 'the others'
  const ended =
    assets === 0
      ? `The law no longer requires you to keep ${them}, unless ${theyAre} for an asset you claim over several years or there’s a dispute. ${yearTexts.assets}`
      : `Of these, ${assets === 1 ? 'one is for an asset' : `${assets.toLocaleString('en-AU')} are for assets`} you claim over several years. ${yearTexts.assets} The law no longer requires you to keep ${others}, unless there’s a dispute.`
  return {
    to: user.email,
    subject: `Do you still want your receipts from ${year}?`,
    heading: `You no longer have to keep ${assets > 0 ? 'some of ' : ''}your ${year} receipts`,
    paragraphs: [
      `Hi ${user.firstName}, you have ${receiptCount(receipts)} from ${year}. ${ended}`,
      yearTexts.capitalGains,
      `You decide: keep ${assets > 0 ? others : them}, or ${isOne ? 'delete it' : 'choose what to delete'}. We never delete receipts ourselves.`,
    ],
    button: { label: 'Keep or delete', url: `${publicUrl}${paths.year(incomeYear)}` },
    reason: `You’re receiving this because you keep receipts in ${config.PRODUCT_NAME}.`,
  }
}

function missingText({ receipts, incomplete }: YearSummary['totals']): string {
  if (incomplete === 0)
    return receipts === 1 ? 'It isn’t missing any details.' : 'They all have the details they need.'
  const subject =
    receipts === 1
      ? 'It’s'
      : `Of these, ${incomplete === 1 ? 'one is' : `${incomplete.toLocaleString('en-AU')} are`}`
  return `${subject} missing a detail, such as the supplier or the date. It’s easiest to add now.`
}

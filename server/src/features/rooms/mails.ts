import { fullName } from '@docketbox/contract/core/people/full-name'
import { formatDay, formatIncomeYear, paths } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Mail, MailDeps } from '#platform/mail/mail.ts'
import type { RoomWithOwner } from './entering/store.ts'
import { yearLabels } from './sharing/rules.ts'
import type { RoomRow } from './sharing/store.ts'

export type RoomMailDeps = MailDeps & Pick<Deps, 'mail'>

type Owner = { firstName: string; lastName: string; email: string }
type LinkMail = {
  room: Pick<RoomRow, 'incomeYears' | 'lastDay' | 'passcodeHash'>
  owner: Owner
  token: string
  to: string
}

/** @returns `2024–25 and 2025–26`. */
function yearsOf({ incomeYears }: Pick<RoomRow, 'incomeYears'>): string {
  const years = yearLabels(incomeYears).map(formatIncomeYear)
  return new Intl.ListFormat('en-AU').format(years)
}

function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}${paths.room}#${new URLSearchParams({ token }).toString()}`
}

/** The first link to a room. */
export function invitationMail(deps: MailDeps, mail: LinkMail): Mail {
  const { config, publicUrl } = deps
  const { room, owner, token, to } = mail
  const name = fullName(owner)
  return {
    to,
    subject: `${name} has shared tax records with you`,
    heading: `${name} has shared their ${yearsOf(room)} tax records with you`,
    paragraphs: [
      `You can view the receipts and records for ${yearsOf(room)} in ${config.PRODUCT_NAME} until ${formatDay(room.lastDay)}. You don’t need an account.`,
      ...passcodeHint(room, owner),
    ],
    button: { label: 'View the records', url: linkTo(publicUrl, token) },
    closing: [
      'The link expires in 14 days and works once. If you need another one, open the same link again and press “Email me a new link”.',
      `Don’t know ${owner.email}? You can ignore this email.`,
    ],
    reason: `You’re receiving this because ${owner.email} shared records with this address in ${config.PRODUCT_NAME}.`,
  }
}

/** A further link to a room. */
export function linkMail({ config, publicUrl }: MailDeps, { room, owner, token, to }: LinkMail): Mail {
  const name = fullName(owner)
  return {
    to,
    subject: `Your link to ${name}’s tax records`,
    heading: `${name}’s records for ${yearsOf(room)}`,
    paragraphs: [
      `Use this link to view them. It expires in 14 days and works once. Your access lasts until ${formatDay(room.lastDay)}.`,
      ...passcodeHint(room, owner),
    ],
    button: { label: 'View the records', url: linkTo(publicUrl, token) },
    reason: `You’re receiving this because ${owner.email} shared records with this address in ${config.PRODUCT_NAME}.`,
  }
}

function passcodeHint({ passcodeHash }: Pick<RoomRow, 'passcodeHash'>, { firstName }: Owner): string[] {
  return passcodeHash === null ? [] : [`You’ll need the passcode that ${firstName} gave you.`]
}

/** For the owner, when the invited person comes for the first time. */
export function firstVisitMail({ config, publicUrl }: MailDeps, room: RoomWithOwner): Mail {
  return {
    to: room.ownerEmail,
    subject: `${room.email} has opened what you shared`,
    heading: `${room.email} has opened your ${yearsOf(room)} records`,
    paragraphs: [
      `Hi ${room.firstName}, this was their first visit. You can see everything they open or download, and end their access at any time.`,
    ],
    button: { label: 'See what they opened', url: publicUrl + paths.shares },
    reason: `You’re receiving this because you shared income years in ${config.PRODUCT_NAME}.`,
  }
}

/** For the invited person, when the owner has answered. */
export function answerMail({ config, publicUrl }: MailDeps, { room, owner, token, to }: LinkMail): Mail {
  return {
    to,
    subject: `${fullName(owner)} has answered your question`,
    heading: `${owner.firstName} has answered your question`,
    paragraphs: [
      `You’ll find the answer in the ${yearsOf(room)} records ${owner.firstName} shared with you.`,
      ...passcodeHint(room, owner),
    ],
    button: { label: 'View the answer', url: linkTo(publicUrl, token) },
    closing: ['The link expires in 14 days and works once.'],
    reason: `You’re receiving this because ${owner.email} shared records with this address in ${config.PRODUCT_NAME}.`,
  }
}

/** For the owner, when the invited person asks a question. The question itself is only on the screen. */
export function requestMail(
  { config, publicUrl }: MailDeps,
  { owner, room }: { owner: Owner; room: Pick<RoomRow, 'email'> },
): Mail {
  return {
    to: owner.email,
    subject: `${room.email} has a question about your records`,
    heading: `${room.email} has a question`,
    paragraphs: [
      `Hi ${owner.firstName}, they’ve asked about the records you shared. You can answer with a message or a file.`,
    ],
    button: { label: 'See the question', url: `${publicUrl}${paths.shares}#questions` },
    reason: `You’re receiving this because you shared income years in ${config.PRODUCT_NAME}.`,
  }
}

/** For the owner, each time a tax pack is downloaded. */
export function packDownloadedMail(
  { config, publicUrl }: MailDeps,
  { owner, room, fileName }: { owner: Owner; room: RoomRow; fileName: string | null },
): Mail {
  return {
    to: owner.email,
    subject: `${room.email} has downloaded your tax pack`,
    heading: `${room.email} has downloaded your tax pack`,
    paragraphs: [
      `Hi ${owner.firstName}, they downloaded ${fileName === null ? 'a tax pack' : `“${fileName}”`}. If you didn’t expect this, you can end their access.`,
    ],
    button: { label: 'See what they opened', url: publicUrl + paths.shares },
    reason: `You’re receiving this because you shared income years in ${config.PRODUCT_NAME}.`,
  }
}

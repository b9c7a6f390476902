import { z } from 'zod'
import { guestActions } from '../core/endpoint.ts'
import { day, incomeYear } from '../core/schemas/fields.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { email } from '../core/people/contact-details.ts'
import { prose } from '../core/schemas/text.ts'
import { deductionLabel } from '../receipts/deduction-labels.ts'
import { refusals } from '../core/refusal.ts'

/** How many income years one invitation can share, and how many people an owner can share with at a time. */
const MAX_SHARED_YEARS = 10
export const MAX_ROOMS = 50
export const MIN_PASSCODE_LENGTH = 6
const MAX_PASSCODE_LENGTH = 64

export const roomRefusals = refusals('rooms', {
  notFound: [404, 'We couldn’t find this share.'],
  ended: [409, 'This share has ended. Invite them again.'],
  notRevoked: [409, 'We can’t restore this share. Please invite them again.'],
  tooMany: [409, `You can share with at most ${MAX_ROOMS} people at a time. Revoke a share first.`],
  ownEmail: [400, 'This is your own email address. Enter your accountant’s.'],
  badLink: [403, 'This link has already been used or has expired. We can email you a new one.'],
  accessEnded: [403, 'Your access has ended. Ask the person who invited you to invite you again.'],
  passcodeNeeded: [403, 'Enter the passcode you were given.'],
  wrongPasscode: [403, 'That’s not the right passcode. Check it and try again.'],
  keyReused: [409, 'This was already sent with other details. Reload the page and try again.'],
  addressMailedOften: [429, 'We’ve already sent several emails to this address today. Try again tomorrow.'],
  noteNotFound: [404, 'We couldn’t find this question, comment or proposed label.'],
  yearNotShared: [409, 'They couldn’t read this, because its income year isn’t shared with them.'],
  alreadyAnswered: [409, 'This already has an answer.'],
})

/** Trimmed: phones add a space after a completed word, which no one mentions when they pass it on. */
export const passcode = z
  .string()
  .trim()
  .min(MIN_PASSCODE_LENGTH, `Use at least ${MIN_PASSCODE_LENGTH} characters.`)
  .max(MAX_PASSCODE_LENGTH, `Use at most ${MAX_PASSCODE_LENGTH} characters.`)

export const newRoom = z.strictObject({
  email,
  years: z
    .array(incomeYear)
    .min(1, 'Choose at least one income year.')
    .max(MAX_SHARED_YEARS, `Choose at most ${MAX_SHARED_YEARS} income years.`)
    .transform((years) => [...new Set(years)].toSorted()),
  /** The last day of access; 90 days from today unless it's given, at most two years. */
  until: day.optional(),
  withOriginals: z.boolean().default(true),
  /** Asked for besides the link; the owner passes it on, we never email it. */
  passcode: passcode.optional(),
})

const shared = {
  _id: z.uuid(),
  years: z.array(z.string()),
  until: z.string(),
  withOriginals: z.boolean(),
}

/** Income years shared with one person, as their owner sees it. */
export const room = z.object({
  ...shared,
  email: z.string(),
  hasPasscode: z.boolean(),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  firstOpenedAt: z.iso.datetime().nullable(),
  lastAccessAt: z.iso.datetime().nullable(),
})
export type Room = z.infer<typeof room>

export const guestLogEntry = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  email: z.string(),
  action: z.enum(guestActions),
  /** An income year, the id of a receipt, or what was searched for. */
  about: z.string().nullable(),
  /** The name of the receipt or of the downloaded file. */
  title: z.string().nullable(),
})
export type GuestLogEntry = z.infer<typeof guestLogEntry>

/** What is shared, as the invited person sees it. */
export const openRoom = z.object({ ...shared, owner: z.string(), ownerEmail: z.string(), email: z.string() })
export type OpenRoom = z.infer<typeof openRoom>

/** Someone who shares with the caller, and what. */
export const client = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  rooms: z.array(z.object({ ...shared, hasPasscode: z.boolean() })),
})
export type Client = z.infer<typeof client>

export const noteText = prose({ max: MAX_LENGTH.note, required: 'Write something first.' })

/** What the invited person and the owner write to each other about a receipt or an income year. */
export const note = z.object({
  _id: z.uuid(),
  room: z.uuid(),
  /** Of the invited person. */
  email: z.string(),
  kind: z.enum(['request', 'comment', 'reviewed', 'label']),
  author: z.enum(['guest', 'owner']),
  incomeYear: z.string(),
  receipt: z.uuid().nullable(),
  receiptTitle: z.string().nullable(),
  /** Of a request or comment. */
  text: z.string().nullable(),
  /** A proposed deduction label. */
  label: deductionLabel.nullable(),
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  answer: z.string().nullable(),
  answerReceipt: z.uuid().nullable(),
  answerReceiptTitle: z.string().nullable(),
  /** What the owner made of a proposed label. */
  isAccepted: z.boolean().nullable(),
  /** Whether the receipt's facts, category or files have changed since it was marked as reviewed. */
  hasChanged: z.boolean(),
})
export type Note = z.infer<typeof note>

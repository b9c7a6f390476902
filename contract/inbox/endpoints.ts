import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { listOf, pageQuery, searchText } from '../core/schemas/list.ts'
import { refusals } from '../core/refusal.ts'

const listQuery = {
  ...pageQuery({ limit: 20, maxLimit: 100 }),
  /** Only those that aren't marked as done. */
  isOpen: z.literal('true').optional(),
}
const cents = z.int().nullable()

export const inboxMessage = z.object({
  _id: z.uuid(),
  email: z.string(),
  phoneNumber: z.string(),
  feedback: z.string(),
  /** The account with this email address; null without one. */
  user: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  isDone: z.boolean(),
})
export type InboxMessage = z.infer<typeof inboxMessage>

/** A lodgement without its encrypted parts (requirement 28). Amounts in cents. */
export const inboxLodgement = z.object({
  _id: z.uuid(),
  reference: z.string(),
  incomeYear: z.string(),
  fullName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  dependents: z.int(),
  hasSpouse: z.boolean().nullable(),
  hasInvestmentProperty: z.boolean().nullable(),
  propertyExpensesCents: cents,
  isResident: z.boolean().nullable(),
  medicareCardDate: z.iso.date().nullable(),
  keepsLogBook: z.boolean().nullable(),
  weeklyFuelExpensesCents: cents,
  carRepairsAndServicingCents: cents,
  monthlyInsuranceCents: cents,
  monthlyInternetCents: cents,
  weeklyFoodAtWorkCents: cents,
  clothingAndLaundryCents: cents,
  yearlyDonationCents: cents,
  workRelatedCents: cents,
  monthlyDonationCents: cents,
  createdAt: z.iso.datetime(),
  isDone: z.boolean(),
})
export type InboxLodgement = z.infer<typeof inboxLodgement>

export const inboxRefusals = refusals('inbox', {
  notFound: [404, 'Message not found.'],
})

export const inboxEndpoints = {
  listMessages: endpoint('GET /api/admin/contact-messages', {
    right: 'inbox:read',
    summary: 'Messages from the contact form, newest first. Can be searched by part of the email.',
    query: z.object({
      ...listQuery,
      email: searchText.optional(),
      /** The ID of a message, which is then the only one. */
      message: uuid.optional(),
    }),
    response: listOf(inboxMessage),
  }),
  listLodgements: endpoint('GET /api/admin/lodgements', {
    right: 'inbox:read',
    summary:
      'Lodgements without their encrypted parts, newest first. Can be searched by name, email and reference.',
    query: z.object({
      ...listQuery,
      q: searchText.optional(),
      /** The ID of a lodgement, which is then the only one. */
      lodgement: uuid.optional(),
    }),
    response: listOf(inboxLodgement),
  }),
  setDone: endpoint('PATCH /api/admin/inbox/:itemId', {
    right: 'inbox:write',
    summary: 'Marks a contact message or a lodgement as done, or removes the mark.',
    params: z.object({ itemId: uuid }),
    body: z.strictObject({ isDone: z.boolean('isDone must be true or false.') }),
    response: z.object({ _id: z.uuid(), isDone: z.boolean() }),
    refusals: [inboxRefusals.notFound],
  }),
}

import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { listOf, pageQuery, searchText } from '../core/list.ts'
import { refusals } from '../core/refusal.ts'

const paging = pageQuery({ limit: 20, maxLimit: 100 })
const cents = z.int().nullable()

/** What a visitor wrote in the contact form. */
export const inboxMessage = z.object({
  _id: z.uuid(),
  email: z.string(),
  phoneNumber: z.string(),
  feedback: z.string(),
  createdAt: z.iso.datetime(),
  isDone: z.boolean(),
})
export type InboxMessage = z.infer<typeof inboxMessage>

/** A lodgement as administrators read it: never its sealed parts (decision 28). Amounts in cents. */
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
  notFound: [404, 'There is no such message.'],
})

export const inboxEndpoints = {
  listMessages: endpoint({
    method: 'GET',
    path: '/api/admin/contact-messages',
    right: 'inbox:read',
    summary: 'What visitors wrote in the contact form, newest first.',
    query: z.object(paging),
    response: listOf(inboxMessage),
  }),
  listLodgements: endpoint({
    method: 'GET',
    path: '/api/admin/lodgements',
    right: 'inbox:read',
    summary: 'Lodgements without their sealed parts, newest first; searched by name, e-mail and reference.',
    query: z.object({
      ...paging,
      q: searchText.optional(),
    }),
    response: listOf(inboxLodgement),
  }),
  setDone: endpoint({
    method: 'PATCH',
    path: '/api/admin/inbox/:itemId',
    right: 'inbox:write',
    summary: 'Marks a contact message or a lodgement as dealt with, or takes the mark back.',
    params: z.object({ itemId: z.uuid('This is not a valid id.') }),
    body: z.strictObject({ isDone: z.boolean('isDone must be true or false.') }),
    response: z.object({ _id: z.uuid(), isDone: z.boolean() }),
    refusals: [inboxRefusals.notFound],
  }),
}

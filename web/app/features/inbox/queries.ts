import { inboxEndpoints } from '@docketbox/contract/inbox/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { mutation, query } from '#platform/api/query.ts'

/** `email` is a part of it, `message` an ID; empty doesn't filter. */
export const inboxMessages = (page: number, email: string, message: string) => ({
  ...query(inboxEndpoints.listMessages, {
    query: { page, ...(email && { email }), ...(message && { message }) },
  }),
  placeholderData: keepPreviousData,
})

export const inboxLodgements = (page: number, q: string, lodgement: string) => ({
  ...query(inboxEndpoints.listLodgements, {
    query: { page, ...(q && { q }), ...(lodgement && { lodgement }) },
  }),
  placeholderData: keepPreviousData,
})

export const setDone = mutation(inboxEndpoints.setDone, {
  invalidates: [inboxEndpoints.listMessages, inboxEndpoints.listLodgements],
})

import { inboxEndpoints } from '@docketbox/contract/inbox/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { mutation, query } from '#platform/api/query.ts'

/** `email` is a part of it; empty doesn't filter. */
export const inboxMessages = (page: number, email: string) => ({
  ...query(inboxEndpoints.listMessages, { query: { page, ...(email && { email }) } }),
  placeholderData: keepPreviousData,
})

export const inboxLodgements = (page: number, q: string) => ({
  ...query(inboxEndpoints.listLodgements, { query: { page, ...(q && { q }) } }),
  placeholderData: keepPreviousData,
})

export const setDone = mutation(inboxEndpoints.setDone, {
  invalidates: [inboxEndpoints.listMessages, inboxEndpoints.listLodgements],
})

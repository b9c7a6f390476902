import { inboxEndpoints } from '@docketbox/contract/inbox/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { mutation, query } from '#platform/api/query.ts'

/** Empty texts don't filter. */
export type InboxFilter = { page: number; isOpen: boolean; search: string; id: string }

export const inboxMessages = ({ page, isOpen, search, id }: InboxFilter) => ({
  ...query(inboxEndpoints.listMessages, {
    query: {
      page,
      ...(isOpen && { isOpen: 'true' }),
      ...(search && { email: search }),
      ...(id && { message: id }),
    },
  }),
  placeholderData: keepPreviousData,
})

export const inboxLodgements = ({ page, isOpen, search, id }: InboxFilter) => ({
  ...query(inboxEndpoints.listLodgements, {
    query: {
      page,
      ...(isOpen && { isOpen: 'true' }),
      ...(search && { q: search }),
      ...(id && { lodgement: id }),
    },
  }),
  placeholderData: keepPreviousData,
})

export const setDone = mutation(inboxEndpoints.setDone, {
  invalidates: [inboxEndpoints.listMessages, inboxEndpoints.listLodgements],
})

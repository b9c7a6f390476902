import { packEndpoints } from '@docketbox/contract/packs/endpoints'
import { mutation, query } from '#platform/api/query.ts'

const POLL_MS = 700

/** The packs of an income year, read again and again while one is being made. */
export const packsOf = (incomeYear: string) => ({
  ...query(packEndpoints.list, { params: { incomeYear } }),
  refetchInterval: (last: { state: { data?: { docs: { state: string }[] } | undefined } }) =>
    last.state.data?.docs.some(({ state }) => state === 'waiting' || state === 'building') ? POLL_MS : false,
})

export const requestPack = mutation(packEndpoints.request, { invalidates: [packEndpoints.list] })

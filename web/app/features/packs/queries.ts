import type { Output } from '@docketbox/contract/core/endpoint'
import { packEndpoints } from '@docketbox/contract/packs/endpoints'
import { mutation, query, repeatWhile } from '#platform/api/query.ts'

const POLL_MS = 700

/** The packs of an income year, read again and again while one is being made. */
export const packsOf = (incomeYear: string) => ({
  ...query(packEndpoints.list, { params: { incomeYear } }),
  ...repeatWhile(
    ({ docs }: Output<typeof packEndpoints.list>) =>
      docs.some(({ state }) => state === 'waiting' || state === 'building'),
    POLL_MS,
  ),
})

export const requestPack = mutation(packEndpoints.request, { invalidates: [packEndpoints.list] })

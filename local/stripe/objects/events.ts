import { z } from 'zod'
import { accept, flag, paging, text } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, type Route } from '#stripe/api/route.ts'

export const eventRoutes: Route[] = [
  get('/v1/events', ({ world, input }) => {
    const { type, types, delivery_success, ...page } = accept(input, {
      ...paging,
      type: text.optional(),
      types: z.array(text).max(20).optional(),
      delivery_success: flag.optional(),
    })
    const rows = world
      .all('event')
      .filter((row) => (!type || row.type === type) && (!types || types.includes(row.type)))
      .filter(
        ({ pending_webhooks }) =>
          delivery_success === undefined || delivery_success === (pending_webhooks === 0),
      )
    return listOf('/v1/events', rows, page)
  }),
]

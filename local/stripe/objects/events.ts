import { z } from 'zod'
import { accept, paging, text } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, type Route } from '#stripe/api/route.ts'

export const eventRoutes: Route[] = [
  get('/v1/events', ({ world, input }) => {
    const { type, types, ...page } = accept(input, {
      ...paging,
      type: text.optional(),
      types: z.array(text).optional(),
    })
    const rows = world
      .all('event')
      .filter((row) => (!type || row.type === type) && (!types || types.includes(row.type)))
    return listOf('/v1/events', rows, page)
  }),
]

import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { listOf } from '../core/schemas/list.ts'

export const category = z.object({ _id: z.uuid(), name: z.string() })
export type Category = z.infer<typeof category>

export const categoryEndpoints = {
  list: endpoint('GET /api/categories', {
    right: 'receipts:read',
    guests: { logs: null },
    summary: 'The six expense categories, in the order they are shown.',
    response: listOf(category),
  }),
}

import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { listOf } from '../core/schemas/list.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { refusals } from '../core/refusal.ts'

export const createdPlan = z.object({
  _id: z.uuid(),
  name: z.string(),
  priceCents: z.int(),
  /** How many months one price pays for. */
  months: z.int(),
  /** Whether it's on the Plans screen. */
  isOffered: z.boolean(),
})
export type CreatedPlan = z.infer<typeof createdPlan>

export const createdPlanRefusals = refusals('plans', {
  notFound: [404, 'We couldn’t find this plan.'],
})

export const createdPlanEndpoints = {
  listCreated: endpoint('GET /api/admin/plans', {
    right: 'customers:read',
    summary: 'The plans that administrators created, on offer or not.',
    response: listOf(createdPlan),
  }),
  setOffered: endpoint('PATCH /api/admin/plans/:planId', {
    right: 'customers:write',
    summary:
      'Offers a plan that an administrator created, or withdraws it. Subscribers of a withdrawn plan keep it.',
    params: z.object({ planId: uuid }),
    body: z.strictObject({ isOffered: z.boolean('isOffered must be true or false.') }),
    response: createdPlan,
    refusals: [createdPlanRefusals.notFound],
  }),
}

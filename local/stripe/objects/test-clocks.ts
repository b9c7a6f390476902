import { accept, integer, paging, text } from '#stripe/api/accept.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { runUntil } from '#stripe/billing/time.ts'
import { get, post, remove, type Route } from '#stripe/api/route.ts'

export const testClockRoutes: Route[] = [
  post('/v1/test_helpers/test_clocks', ({ world, input }) => {
    const { frozen_time, name = null } = accept(input, { frozen_time: integer, name: text.optional() })
    return world.put('test clock', {
      id: world.id('clock'),
      object: 'test_helpers.test_clock',
      created: world.now(),
      deletes_after: world.now() + 30 * 86_400,
      frozen_time,
      livemode: false,
      name,
      status: 'ready',
      status_details: {},
    })
  }),
  get('/v1/test_helpers/test_clocks', ({ world, input }) =>
    listOf('/v1/test_helpers/test_clocks', world.all('test clock'), accept(input, paging)),
  ),
  get('/v1/test_helpers/test_clocks/:id', ({ world, params }) => world.get('test clock', params['id']!)),
  post('/v1/test_helpers/test_clocks/:id/advance', ({ world, params, input }) => {
    const { frozen_time } = accept(input, { frozen_time: integer })
    const clock = world.get('test clock', params['id']!)
    if (frozen_time <= clock.frozen_time)
      throw badRequest('The advance time must be after the frozen time.', 'frozen_time')
    runUntil(world, clock.id, frozen_time)
    const advanced = world.change('test clock', clock.id, { frozen_time })
    world.emit('test_helpers.test_clock.ready', advanced)
    return { ...advanced, status: 'advancing' }
  }),
  remove('/v1/test_helpers/test_clocks/:id', ({ world, params }) => {
    const { id } = world.get('test clock', params['id']!)
    const customers = world.all('customer').filter((row) => row.test_clock === id)
    for (const row of world
      .all('subscription')
      .filter((one) => customers.some((customer) => customer.id === one.customer))) {
      world.remove('subscription', row.id)
    }
    for (const customer of customers) world.remove('customer', customer.id)
    world.remove('test clock', id)
    return { id, object: 'test_helpers.test_clock', deleted: true }
  }),
]

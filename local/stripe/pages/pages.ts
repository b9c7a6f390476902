import type { FastifyInstance } from 'fastify'
import { mountBankPage } from './bank.ts'
import { mountCheckout } from './checkout.ts'
import { mountDashboard } from './dashboard.ts'
import { Fault } from '#stripe/api/fault.ts'
import { mountHostedInvoice } from './hosted-invoice.ts'
import { mountPortal } from './portal.ts'
import type { World } from '#stripe/store/world.ts'

/** The pages people click through. Forms are only accepted from these pages. */
export function mountPages(app: FastifyInstance, world: World): void {
  app.addHook('preHandler', async ({ method, url, headers }) => {
    const isForm = method === 'POST' && !url.startsWith('/v1/')
    const isForeign = headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'same-origin'
    if (isForm && isForeign)
      throw new Fault(403, {
        type: 'invalid_request_error',
        message: 'This form was sent from another site.',
      })
  })
  mountDashboard(app, world)
  mountCheckout(app, world)
  mountBankPage(app, world)
  mountHostedInvoice(app, world)
  mountPortal(app, world)
}

import type Stripe from 'stripe'

type Body = {
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: Partial<Stripe.PaymentIntent>
}

/** An API error in the shape client libraries expect: `{ error: { type, code, param, message } }`. */
export class Fault extends Error {
  override name = 'Fault'
  readonly status: number
  readonly body: Body
  /** Whether an idempotency key repeats it. */
  isStored = true

  constructor(status: number, body: Body) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function badRequest(message: string, param?: string, code?: string): Fault {
  return new Fault(400, {
    type: 'invalid_request_error',
    message,
    ...(param && { param }),
    ...(code && { code }),
  })
}

export function missing(what: string, id: string, param = 'id'): Fault {
  return new Fault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  })
}

/** An error for Stripe features the stand-in doesn't have, so their absence isn't mistaken for success. */
export function notModelled(what: string, param?: string): Fault {
  return badRequest(`The local stand-in does not model ${what}.`, param, 'stand_in_not_modelled')
}

export function unauthorized(message: string): Fault {
  return new Fault(401, { type: 'invalid_request_error', message })
}

export function forbidden(message: string): Fault {
  return new Fault(403, { type: 'invalid_request_error', message })
}

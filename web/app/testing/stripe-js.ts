import { vi } from 'vitest'

type Confirm = (options: { confirmParams: { return_url: string } }) => Promise<unknown>
type Handler = (event: object) => void

const handlers = new Map<string, Handler>()

/** The provider's fields: whether they load, their options, and their events. */
export const cardFields = {
  loads: 'works' as 'works' | 'fails' | 'never',
  groupOptions: {} as object,
  elementOptions: {} as object,
  emit: (event: string, detail: object = {}): void =>
    handlers.get(event)?.({ elementType: 'payment', ...detail }),
}

const element = {
  mount: () => {
    setTimeout(() => {
      if (cardFields.loads === 'works') cardFields.emit('ready')
      if (cardFields.loads === 'fails') cardFields.emit('loaderror', { error: { type: 'api_error' } })
    })
  },
  destroy: () => {},
  on: (event: string, handler: Handler) => void handlers.set(event, handler),
  off: () => {},
  update: (options: object) => void Object.assign(cardFields.elementOptions, options),
}

/** Set their results with `mockResolvedValue`. */
export const confirmPayment = vi.fn<Confirm>()
export const retrievePaymentIntent = vi.fn<(clientSecret: string) => Promise<unknown>>()

/** The bank's check in the provider's modal. */
export const handleNextAction = vi.fn<(options: { clientSecret: string }) => Promise<unknown>>()

// The loader caches the first library it finds.
const library = () => ({
  registerAppInfo: () => {},
  elements: (options: object) => {
    cardFields.groupOptions = { ...options }
    return {
      create: (_: string, options: object = {}) => {
        cardFields.elementOptions = { ...options }
        return element
      },
      getElement: () => element,
      update: (options: object) => void Object.assign(cardFields.groupOptions, options),
    }
  },
  createToken: () => {},
  createPaymentMethod: () => {},
  confirmCardPayment: () => {},
  confirmPayment,
  handleNextAction,
  retrievePaymentIntent,
})

/** Stands in for the payment provider's script. */
export function standInForStripeJs(): void {
  confirmPayment.mockReset()
  handleNextAction.mockReset()
  retrievePaymentIntent.mockReset()
  handlers.clear()
  cardFields.loads = 'works'
  vi.stubGlobal('Stripe', Object.assign(library, { version: 'endive' }))
}

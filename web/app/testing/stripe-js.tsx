import { vi } from 'vitest'

type Confirm = (options: { confirmParams: { return_url: string } }) => Promise<unknown>

const element = { mount: () => {}, destroy: () => {}, on: () => {}, off: () => {}, update: () => {} }

/** Set its result with `mockResolvedValue`. */
export const confirmPayment = vi.fn<Confirm>()

/** The bank's check in the provider's modal. */
export const handleNextAction = vi.fn<(options: { clientSecret: string }) => Promise<unknown>>()

// The loader caches the first library it finds.
const library = () => ({
  registerAppInfo: () => {},
  elements: () => ({ create: () => element, getElement: () => element, update: () => {} }),
  createToken: () => {},
  createPaymentMethod: () => {},
  confirmCardPayment: () => {},
  confirmPayment,
  handleNextAction,
})

/** Stands in for the payment provider's script. */
export function standInForStripeJs(): void {
  confirmPayment.mockReset()
  handleNextAction.mockReset()
  vi.stubGlobal('Stripe', Object.assign(library, { version: 'endive' }))
}

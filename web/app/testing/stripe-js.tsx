import { vi } from 'vitest'

type Confirm = (given: { confirmParams: { return_url: string } }) => Promise<unknown>

const element = { mount: () => {}, destroy: () => {}, on: () => {}, off: () => {}, update: () => {} }

/** What the provider's script answers; a test says it with `mockResolvedValue`. */
export const confirmPayment = vi.fn<Confirm>()

// The loader keeps the first library it finds, for good.
const library = () => ({
  registerAppInfo: () => {},
  elements: () => ({ create: () => element, getElement: () => element, update: () => {} }),
  createToken: () => {},
  createPaymentMethod: () => {},
  confirmCardPayment: () => {},
  confirmPayment,
})

/** Puts the provider's script in place, with nothing answered yet. */
export function standInForStripeJs(): void {
  confirmPayment.mockReset()
  vi.stubGlobal('Stripe', Object.assign(library, { version: 'endive' }))
}

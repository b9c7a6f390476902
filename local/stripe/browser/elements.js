import { appearanceOptions, loadFonts } from './appearance.js'
import { checkOptions, isText, oneOf } from './options.js'
import { elementOptions, paymentElement } from './payment-element.js'

const updatable = { appearance: appearanceOptions, locale: oneOf('auto', 'en', 'en-AU', 'en-GB') }
const groupOptions = {
  ...updatable,
  clientSecret: isText,
  fonts: Array.isArray,
  loader: oneOf('auto', 'always', 'never'),
}

/**
 * An Elements group for one payment.
 * @param retrieve fetches the payment of a client secret.
 */
export function elementsOf(options, retrieve) {
  checkOptions('elements()', options, groupOptions)
  const { clientSecret, fonts } = options
  let { appearance } = options
  let payment
  loadFonts(fonts)
  return {
    create(type, options) {
      if (type !== 'payment')
        throw new Error(`The local Stripe stand-in does not model the element '${type}'.`)
      if (payment) throw new Error('Can only create one Element of type payment.')
      checkOptions("elements.create('payment')", options, elementOptions)
      payment = paymentElement(options, { appearance: () => appearance, load: () => retrieve(clientSecret) })
      const { destroy } = payment
      payment.destroy = () => {
        destroy()
        payment = undefined
      }
      return payment
    },
    getElement: (type) => (type === 'payment' ? (payment ?? null) : null),
    update(change) {
      checkOptions('elements.update()', change, updatable)
      appearance = change.appearance ?? appearance
      payment?.restyle()
    },
    fetchUpdates: async () => ({}),
    async submit() {
      if (!payment) throw new Error('elements.submit() needs a mounted Payment Element.')
      const error = payment.validate()
      return error ? { error } : { selectedPaymentMethod: payment.kind() }
    },
    clientSecret: () => clientSecret,
    payment: () => payment,
  }
}

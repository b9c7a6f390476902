// The surface of Stripe.js that the official loaders and React bindings use, speaking to the stand-in that serves it.
// Nothing is sent elsewhere and no money moves. Missing features throw, so they aren't mistaken for success.
import { askBank } from './bank-modal.js'
import { paymentElement } from './payment-element.js'

const origin = new URL(document.currentScript.src).origin
const notModelled = (name) => () => {
  throw new Error(`The local Stripe stand-in does not model ${name}.`)
}

function elementsOf(options) {
  let current = { ...options }
  let payment
  return {
    create(type) {
      if (type !== 'payment') return notModelled(`the element '${type}'`)()
      if (payment) throw new Error('Can only create one Element of type payment.')
      payment = paymentElement()
      const { destroy } = payment
      payment.destroy = () => {
        destroy()
        payment = undefined
      }
      return payment
    },
    getElement: (type) => (type === 'payment' ? (payment ?? null) : null),
    update: (change) => {
      current = { ...current, ...change }
    },
    fetchUpdates: async () => ({}),
    async submit() {
      if (!payment) throw new Error('elements.submit() needs a mounted Payment Element.')
      const error = payment.validate()
      return error ? { error } : { selectedPaymentMethod: payment.kind() }
    },
    clientSecret: () => current.clientSecret,
    payment: () => payment,
  }
}

window.Stripe = (key) => {
  if (!key.startsWith('pk_test_')) throw new Error('The local Stripe stand-in takes its own test key only.')

  async function ask(method, path, fields) {
    const form = new URLSearchParams(fields)
    const url = `${origin}/v1/payment_intents/${path}`
    try {
      const answer = await fetch(method === 'GET' ? `${url}?${form}` : url, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(method === 'POST' && { body: form }),
      })
      const body = await answer.json()
      return body.error ? { error: body.error } : { paymentIntent: body }
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message: 'We could not reach Stripe. Please check your connection and try again.',
        },
      }
    }
  }

  const idOf = (clientSecret) => {
    const id = /^(pi_[^_]+)_secret_/.exec(clientSecret ?? '')?.[1]
    if (!id)
      throw new Error('Invalid value for stripe intent secret: value should be a client_secret string.')
    return id
  }

  function backTo(returnUrl, intent, status) {
    const target = new URL(returnUrl, location.href)
    target.searchParams.set('payment_intent', intent.id)
    target.searchParams.set('payment_intent_client_secret', intent.client_secret)
    target.searchParams.set('redirect_status', status)
    location.assign(target)
    return new Promise(() => {})
  }

  async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const secret = clientSecret ?? elements.clientSecret()
    const id = idOf(secret)
    if (redirect === 'always' && !confirmParams.return_url)
      throw new Error('confirmPayment needs confirmParams.return_url.')
    const error = elements.payment().validate()
    if (error) return { error }
    const fields = { client_secret: secret, ...elements.payment().data() }
    if (confirmParams.return_url) fields.return_url = confirmParams.return_url
    const result = await ask('POST', `${id}/confirm`, fields)
    if (result.error) return result
    const { paymentIntent } = result
    const bank = paymentIntent.next_action?.redirect_to_url?.url
    if (bank) {
      location.assign(bank)
      return new Promise(() => {})
    }
    if (redirect === 'always')
      return backTo(
        confirmParams.return_url,
        paymentIntent,
        paymentIntent.status === 'processing' ? 'pending' : 'succeeded',
      )
    return result
  }

  async function handleNextAction({ clientSecret }) {
    const id = idOf(clientSecret)
    const seen = await ask('GET', id, { client_secret: clientSecret })
    if (seen.paymentIntent?.status !== 'requires_action') return seen
    const outcome = (await askBank(seen.paymentIntent.amount)) ? 'approve' : 'fail'
    const done = await ask('POST', `${id}/authenticate`, { client_secret: clientSecret, outcome })
    const problem = done.paymentIntent?.status === 'requires_payment_method'
    return problem ? { error: done.paymentIntent.last_payment_error } : done
  }

  return {
    elements: (options) => elementsOf(options),
    confirmPayment,
    retrievePaymentIntent: (clientSecret) => ask('GET', idOf(clientSecret), { client_secret: clientSecret }),
    createToken: notModelled('createToken'),
    createPaymentMethod: notModelled('createPaymentMethod'),
    confirmCardPayment: notModelled('confirmCardPayment'),
    handleNextAction,
    confirmSetup: notModelled('confirmSetup'),
    initCheckout: notModelled('initCheckout'),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}
window.Stripe.version = 'endive'

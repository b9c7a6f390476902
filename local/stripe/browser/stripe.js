// The surface of Stripe.js that the official loaders and React bindings use, speaking to the stand-in that serves it.
// Nothing is sent elsewhere and no money moves. Missing features throw, so they aren't mistaken for success.
import { authenticate } from './authentication.js'
import { elementsOf } from './elements.js'
import { checkOptions, isText, oneOf } from './options.js'

const origin = new URL(document.currentScript.src).origin
const notModelled = (name) => () => {
  throw new Error(`The local Stripe stand-in does not model ${name}.`)
}

const confirmOptions = {
  elements: (value) => typeof value?.payment === 'function',
  clientSecret: isText,
  confirmParams: { return_url: isText },
  redirect: oneOf('always', 'if_required'),
}

window.Stripe = (key, options) => {
  if (!key.startsWith('pk_test_')) throw new Error('The local Stripe stand-in takes its own test key only.')
  checkOptions('Stripe()', options, {})

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

  const retrieve = (clientSecret) => ask('GET', idOf(clientSecret), { client_secret: clientSecret })

  function backTo(returnUrl, intent, status) {
    const target = new URL(returnUrl, location.href)
    target.searchParams.set('payment_intent', intent.id)
    target.searchParams.set('payment_intent_client_secret', intent.client_secret)
    target.searchParams.set('redirect_status', status)
    location.assign(target)
    return new Promise(() => {})
  }

  /** The bank's check of a card, over the page. */
  async function afterAuthentication({ id, client_secret, next_action }) {
    const ending = await authenticate(next_action.use_stripe_sdk.stripe_js, id)
    const result =
      ending === 'closed'
        ? await ask('POST', `${id}/source_cancel`, { client_secret })
        : await retrieve(client_secret)
    const failed = result.paymentIntent?.last_payment_error
    return failed ? { error: { ...failed, payment_intent: result.paymentIntent } } : result
  }

  async function confirmPayment(options) {
    checkOptions('confirmPayment()', options, confirmOptions)
    const { elements, clientSecret, confirmParams = {}, redirect = 'always' } = options
    const secret = clientSecret ?? elements.clientSecret()
    const id = idOf(secret)
    if (redirect === 'always' && !confirmParams.return_url)
      throw new Error('confirmPayment needs confirmParams.return_url.')
    if (!elements.payment()?.isReady())
      throw new Error(
        'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element. Wait for its ready event.',
      )
    const error = elements.payment().validate()
    if (error) return { error }
    const fields = { client_secret: secret, use_stripe_sdk: 'true', ...elements.payment().data() }
    if (confirmParams.return_url) fields.return_url = confirmParams.return_url
    let result = await ask('POST', `${id}/confirm`, fields)
    if (result.paymentIntent?.next_action?.use_stripe_sdk)
      result = await afterAuthentication(result.paymentIntent)
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

  async function handleNextAction(options) {
    checkOptions('handleNextAction()', options, { clientSecret: isText })
    const seen = await retrieve(options.clientSecret)
    return seen.paymentIntent?.next_action?.use_stripe_sdk ? afterAuthentication(seen.paymentIntent) : seen
  }

  return {
    elements: (options) => elementsOf(options, retrieve),
    confirmPayment,
    retrievePaymentIntent: retrieve,
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

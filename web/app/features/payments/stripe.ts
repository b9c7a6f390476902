import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import type { Stripe } from '@stripe/stripe-js'
import { call } from '#platform/api/client.ts'

/** Loads the payment provider's library. On a local start its script comes from the local stand-in. */
export async function openStripe(signal?: AbortSignal): Promise<Stripe> {
  const [{ loadStripe }, { publishableKey, scriptUrl }] = await Promise.all([
    import('@stripe/stripe-js/pure'),
    call(paymentEndpoints.config, {}, { signal }),
  ])
  if (scriptUrl !== undefined && !('Stripe' in window)) await loadScript(scriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('The card form could not be loaded.')
  return stripe
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The card form could not be loaded.'))
    })
    document.head.append(script)
  })
}

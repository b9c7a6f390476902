import { formatCents } from '@docketbox/contract/core/money'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripeError } from '@stripe/stripe-js'
import { type SubmitEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'

type CardFormProps = { stripe: Stripe; clientSecret: string; amountCents: number }

/** The payment provider's fields; card numbers never reach this product. */
export function CardForm({ stripe, clientSecret, amountCents }: CardFormProps) {
  const options = useMemo(() => ({ clientSecret, appearance: appearance() }), [clientSecret])
  return (
    <Elements stripe={stripe} options={options} key={clientSecret}>
      <Fields clientSecret={clientSecret} amountCents={amountCents} />
    </Elements>
  )
}

function Fields({ clientSecret, amountCents }: Omit<CardFormProps, 'stripe'>) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const [isPaying, setIsPaying] = useState(false)
  const [problem, setProblem] = useState<string>()

  const pay = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!stripe || !elements || isPaying) return
    setIsPaying(true)
    setProblem(undefined)
    const result = await stripe
      .confirmPayment({
        elements,
        confirmParams: { return_url: `${window.location.origin}${paths.paymentStatus}` },
      })
      .catch(() => undefined)
    const error = result?.error
    // Paid or replaced in another tab: the status page says which.
    if (error?.code === 'payment_intent_unexpected_state') {
      const [paymentId = ''] = clientSecret.split('_secret')
      await navigate(withQuery(paths.paymentStatus, { payment_intent: paymentId }))
      return
    }
    // Only reached if nothing was paid; otherwise the browser is already leaving.
    setProblem(messageOf(error))
    setIsPaying(false)
  }

  return (
    <form onSubmit={(event) => void pay(event)} className="grid gap-5" aria-label="Payment">
      <PaymentElement />
      <ErrorNotice>{problem}</ErrorNotice>
      <Button type="submit" size="large" wide disabled={!stripe || !elements} busy={isPaying && 'Paying…'}>
        Pay now
      </Button>
      <p className="text-sm text-soft">
        {formatCents(amountCents)} including GST. Paid securely through Stripe. We’ll email you a tax invoice.
      </p>
    </form>
  )
}

function messageOf(error: StripeError | undefined): string {
  if (error?.code === 'payment_intent_authentication_failure') return paymentTexts.notAuthenticated
  const isForUsers = error?.type === 'card_error' || error?.type === 'validation_error'
  return (isForUsers && error.message) || paymentTexts.unexpected
}

/** Colours and fonts for the provider's fields, whose frames can't use our styles. */
function appearance(): Appearance {
  const { theme } = document.documentElement.dataset
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: isDark ? '#6fcbaa' : '#0e6b52',
      borderRadius: '10px',
      fontFamily: 'Inter, system-ui, sans-serif',
    },
  }
}

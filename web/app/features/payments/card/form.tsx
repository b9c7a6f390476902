import { paymentTexts } from '@docketbox/contract/payments/endpoints'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe } from '@stripe/stripe-js'
import { type SubmitEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCents } from '@docketbox/contract/core/money'
import { Button } from '#ui/forms/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

type CardFormProps = { stripe: Stripe; clientSecret: string; amountCents: number }

/** The provider's own fields; card numbers never reach this product. */
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
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/complete` },
    })
    // Paid, or replaced, in another tab meanwhile: the status says which.
    if (error.code === 'payment_intent_unexpected_state') {
      await navigate(`/complete?${new URLSearchParams({ payment_intent_client_secret: clientSecret })}`)
      return
    }
    // Reached only when nothing was paid; otherwise the browser is on its way to /complete.
    const isToldToPeople = error.type === 'card_error' || error.type === 'validation_error'
    setProblem((isToldToPeople && error.message) || paymentTexts.unexpected)
    setIsPaying(false)
  }

  return (
    <form onSubmit={(event) => void pay(event)} className="grid gap-5" aria-label="Payment">
      <PaymentElement />
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit" size="large" wide disabled={!stripe || !elements} busy={isPaying && 'Paying…'}>
        Pay now
      </Button>
      <p className="text-sm text-soft">
        {formatCents(amountCents)} including GST. Paid securely through Stripe; you get a tax invoice by mail.
      </p>
    </form>
  )
}

/** The provider's fields live in frames of their own and cannot see our styles. */
function appearance(): Appearance {
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark' || prefersDark()
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: isDark ? '#6fcbaa' : '#0e6b52',
      borderRadius: '10px',
      fontFamily: 'Inter, system-ui, sans-serif',
    },
  }
}

function prefersDark(): boolean {
  return (
    document.documentElement.dataset['theme'] === undefined &&
    matchMedia('(prefers-color-scheme: dark)').matches
  )
}

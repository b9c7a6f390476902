import { formatCents } from '@docketbox/contract/core/money'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeError } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { loggedUser } from '#features/auth'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { ourFonts, useAppearance } from './appearance.ts'
import { billingDetails } from './billing-details.ts'
import { confirm, statusPath } from './confirm.ts'

type CardFormProps = {
  stripe: Stripe
  clientSecret: string
  amountCents: number
  /** Prepares the payment again. */
  onRetry: () => Promise<unknown>
}

/** The payment provider's fields; card numbers never reach this product. */
export function CardForm({ stripe, clientSecret, amountCents, onRetry }: CardFormProps) {
  const appearance = useAppearance()
  const options = useMemo(
    () => ({ clientSecret, appearance, fonts: ourFonts(), locale: 'en-AU', loader: 'never' }) as const,
    [clientSecret, appearance],
  )
  const [attempt, setAttempt] = useState(0)
  const retry = async () => {
    await onRetry()
    setAttempt(attempt + 1)
  }
  return (
    <Elements stripe={stripe} options={options} key={`${clientSecret} ${attempt}`}>
      <Fields clientSecret={clientSecret} amountCents={amountCents} onRetry={retry} />
    </Elements>
  )
}

/** The same height as the provider's card fields. */
const FIELDS_HEIGHT = 'min-h-72'

function Fields({ clientSecret, amountCents, onRetry }: Omit<CardFormProps, 'stripe'>) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const { data: user } = useQuery(loggedUser)
  const defaults = useMemo(() => user && { defaultValues: { billingDetails: billingDetails(user) } }, [user])
  const [fields, setFields] = useState<'loading' | 'ready' | 'failed' | 'retrying'>('loading')
  const [busy, setBusy] = useState<'Paying…' | 'Checking…'>()
  const [problem, setProblem] = useState<string>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const pay = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!stripe || !elements || busy) return
    setBusy('Paying…')
    setProblem(undefined)
    const { signal } = (leaving.current = new AbortController())
    const onUnknown = () => {
      setProblem(paymentTexts.cardUnknown)
      setBusy('Checking…')
    }
    const result = await confirm(stripe, elements, clientSecret, { onUnknown, signal })
    if (signal.aborted) return
    if ('to' in result) return void navigate(result.to)
    setProblem(result.problem)
    setBusy(undefined)
  }

  const handleLoadError = ({ error }: { error: StripeError }) => {
    // Paid or replaced in another tab.
    if (error.code === 'payment_intent_unexpected_state') void navigate(statusPath(clientSecret))
    else setFields('failed')
  }

  const retry = async () => {
    setFields('retrying')
    await onRetry()
  }

  if (fields === 'failed' || fields === 'retrying') {
    return (
      <ErrorState onRetry={() => void retry()} isRetrying={fields === 'retrying'}>
        We couldn’t load the card form. You haven’t been charged.
      </ErrorState>
    )
  }
  const isReady = fields === 'ready'
  return (
    <form onSubmit={(event) => void pay(event)} className="grid gap-5" aria-label="Payment">
      <div className={classNames('grid', FIELDS_HEIGHT)} aria-busy={!isReady}>
        {!isReady && (
          <>
            <output className="sr-only">Loading the card form</output>
            <Skeleton className={classNames('[grid-area:1/1]', FIELDS_HEIGHT)} />
          </>
        )}
        <div className={classNames('[grid-area:1/1]', !isReady && 'invisible')}>
          <PaymentElement
            {...(defaults && { options: defaults })}
            onReady={() => setFields('ready')}
            onLoadError={handleLoadError}
            onChange={() => setProblem(undefined)}
          />
        </div>
      </div>
      <ErrorNotice>{problem}</ErrorNotice>
      <Button type="submit" size="large" wide disabled={!isReady} busy={busy}>
        Pay now
      </Button>
      <p className="text-sm text-soft">
        {formatCents(amountCents)} including GST. Paid securely through Stripe. We’ll email you a tax invoice.
      </p>
    </form>
  )
}

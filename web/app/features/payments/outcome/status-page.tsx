import { paymentTexts } from '@docketbox/contract/payments/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { DocketCard } from '#ui/layout/card.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Stamp, type Tone } from '#ui/data/stamp.tsx'
import { openStripe } from '../stripe.ts'

export const meta = () => pageMeta({ title: 'Payment status' })

const SHOWN_MS = 1_500

/** What became of a payment. It only shows: access opens when the provider has told the server. */
export default function CompletePage() {
  const clientSecret = useClientSecret()
  const { data: status, isPending } = useQuery({
    queryKey: ['payment-status', clientSecret],
    queryFn: ({ signal }) => statusOf(clientSecret!, signal),
    enabled: clientSecret !== undefined,
    retry: 1,
    staleTime: Infinity,
    gcTime: 0,
  })
  const navigate = useNavigate()
  const hasSucceeded = status === 'succeeded'

  useEffect(() => {
    if (!hasSucceeded) return
    const on = setTimeout(() => void navigate('/success-subscription', { replace: true }), SHOWN_MS)
    return () => clearTimeout(on)
  }, [hasSucceeded, navigate])

  if (clientSecret !== undefined && isPending) {
    return (
      <div className="grid justify-items-center gap-4 py-16">
        <PageHeading hidden>Payment status</PageHeading>
        <Spinner label="Looking at your payment" size="large" />
      </div>
    )
  }
  const { text, stamp, tone, next } = told(status)
  return (
    <div className="mx-auto grid max-w-md gap-6 py-8">
      <DocketCard className="grid justify-items-center gap-5 text-center">
        <Stamp tone={tone}>{stamp}</Stamp>
        <PageHeading className="text-xl">{text}</PageHeading>
        <ButtonLink to={next.to}>{next.label}</ButtonLink>
      </DocketCard>
    </div>
  )
}

type Told = { text: string; stamp: string; tone: Tone; next: { to: string; label: string } }

function told(status: string | undefined): Told {
  const again = { to: '/pricing-duration', label: 'Try again' }
  if (status === 'succeeded') {
    return {
      text: paymentTexts.succeeded,
      stamp: 'Paid',
      tone: 'leaf',
      next: { to: '/success-subscription', label: 'Continue' },
    }
  }
  if (status === 'processing') {
    const next = { to: '/payment-history', label: 'Payment History' }
    return { text: paymentTexts.processing, stamp: 'On its way', tone: 'wattle', next }
  }
  if (status === 'requires_payment_method') {
    return { text: paymentTexts.notSuccessful, stamp: 'Not paid', tone: 'clay', next: again }
  }
  return { text: paymentTexts.wentWrong, stamp: 'Unknown', tone: 'clay', next: again }
}

async function statusOf(clientSecret: string, signal: AbortSignal): Promise<string> {
  const stripe = await openStripe(signal)
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
  if (error) throw new Error(error.message ?? paymentTexts.wentWrong)
  return paymentIntent.status
}

/** The secret comes in the address and is taken out of it at once: addresses are shown, kept and shared. */
function useClientSecret(): string | undefined {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const given = params.get('payment_intent_client_secret') ?? undefined

  useEffect(() => {
    if (given) void navigate('/complete', { replace: true, state: { clientSecret: given } })
  }, [given, navigate])

  const kept = (state as { clientSecret?: unknown } | null)?.clientSecret
  return given ?? (typeof kept === 'string' ? kept : undefined)
}

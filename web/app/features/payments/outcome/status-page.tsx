import { monthNames, sydneyDay } from '@docketbox/contract/core/dates'
import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { Payment } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { pageMeta } from '#platform/page/meta.ts'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Stamp, type Tone } from '#ui/data/stamp.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DocketCard } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { PageHeading } from '#ui/layout/page-heading.tsx'
import { paymentConfirmation } from '../queries.ts'

export const meta = () => pageMeta({ title: 'Payment status' })

const SHOWN_MS = 1_500
const paidMonths = { hasPaidMonths: true }
const POLL_MS = 1_000
/** States the provider won't change any more. */
const finalStatuses = ['paid', 'canceled', 'expired']

/** The outcome of a payment, as the server has confirmed it for this user (requirement 37). */
export default function PaymentStatusPage() {
  const returned = usePaymentReturn()
  const confirmation = useQuery({
    ...paymentConfirmation(returned?.paymentId ?? ''),
    staleTime: 0,
    enabled: returned !== undefined,
    refetchInterval: ({ state }) =>
      finalStatuses.includes(state.data?.payment?.status ?? '') ? false : POLL_MS,
  })
  if (!returned) return <Navigate to={paths.payments} replace />
  return (
    <Page width="message">
      <QueryView query={confirmation} loading={<StatusSkeleton />} error={paymentTexts.statusUnknown}>
        {({ payment }) =>
          payment ? (
            <PaymentOutcome {...payment} hasFailed={returned.redirectStatus !== 'succeeded'} />
          ) : (
            <Navigate to={paths.payments} replace />
          )
        }
      </QueryView>
    </Page>
  )
}

function StatusSkeleton() {
  return (
    <>
      <PageHeading hidden>Payment status</PageHeading>
      <Loading label="Checking your payment" blocks={['h-56']} />
    </>
  )
}

type OutcomeProps = Pick<Payment, 'status' | 'months' | 'isBankDebit' | 'isWrongAmount'> & {
  hasFailed: boolean
}

function PaymentOutcome({ status, months, isBankDebit, isWrongAmount, hasFailed }: OutcomeProps) {
  const navigate = useNavigate()
  const isPaid = status === 'paid'
  useTimeout(() => void navigate(paths.subscribed, { replace: true, state: paidMonths }), SHOWN_MS, isPaid)
  const {
    text,
    stamp,
    tone,
    next = retryWith(months),
  } = isWrongAmount ? wrongAmount : outcomeOf(status, hasFailed)
  return (
    <DocketCard className="grid justify-items-center gap-5 text-center">
      <Stamp tone={tone}>{stamp}</Stamp>
      <div aria-live="polite">
        <PageHeading className="text-xl">{text}</PageHeading>
      </div>
      {isBankDebit && text === paymentTexts.processing && (
        <p className="text-soft">
          Bank debits take up to three business days. We’ll email you your tax invoice once it’s through.
        </p>
      )}
      <ButtonLink to={next.to} state={isPaid ? paidMonths : undefined}>
        {next.label}
      </ButtonLink>
    </DocketCard>
  )
}

/**
 * Selects the same months again, except those that are over: their names now mean next year's.
 * @param months such as `Jul 2026`.
 */
function retryWith(months: readonly string[]) {
  const names = months.filter((month) => !isOver(month)).map((month) => month.split(' ')[0])
  if (names.length === 0) return { to: paths.chooseMonths, label: 'Choose your months' }
  return { to: withQuery(paths.chooseMonths, { months: names.join(',') }), label: 'Try again' }
}

function isOver(month: string): boolean {
  const [name, year] = month.split(' ')
  const number = monthNames.findIndex((one) => one === name) + 1
  return `${year}-${String(number).padStart(2, '0')}` < sydneyDay(new Date()).slice(0, 7)
}

const history = { to: paths.payments, label: 'Payment History' }

const wrongAmount: Outcome = {
  text: paymentTexts.wrongAmount,
  stamp: 'Refunding',
  tone: 'wattle',
}

/** Without `next`, the months can be chosen again. */
type Outcome = { text: string; stamp: string; tone: Tone; next?: { to: string; label: string } }

/**
 * @param hasFailed false if the provider said it took the payment: a decline the server knows of is then an earlier
 * one, and the success is still on its way.
 */
function outcomeOf(status: string, hasFailed: boolean): Outcome {
  if (status === 'paid') {
    const next = { to: paths.subscribed, label: 'Continue' }
    return { text: paymentTexts.succeeded, stamp: 'Paid', tone: 'leaf', next }
  }
  if (status === 'open' || (status === 'failed' && !hasFailed)) {
    return { text: paymentTexts.processing, stamp: 'Processing', tone: 'wattle', next: history }
  }
  if (status === 'failed') {
    return { text: paymentTexts.notSuccessful, stamp: 'Not paid', tone: 'clay' }
  }
  if (finalStatuses.includes(status)) {
    return { text: paymentTexts.wentWrong, stamp: 'Not paid', tone: 'clay' }
  }
  return { text: paymentTexts.statusUnknown, stamp: 'Unknown', tone: 'wattle', next: history }
}

const paymentReturn = z.object({ paymentId: z.string(), redirectStatus: z.string().optional() })

/** What the provider added to the address, which is removed because addresses are shown, saved and shared. */
function usePaymentReturn(): z.infer<typeof paymentReturn> | undefined {
  const [params] = useSearchParams()
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const paymentId = params.get('payment_intent')
  const redirectStatus = params.get('redirect_status') ?? undefined

  useEffect(() => {
    if (search === '') return
    void navigate(paths.paymentStatus, {
      replace: true,
      state: paymentId === null ? undefined : { paymentId, redirectStatus },
    })
  }, [search, paymentId, redirectStatus, navigate])

  return paymentId === null ? paymentReturn.safeParse(state).data : { paymentId, redirectStatus }
}

import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { MonthsOrder } from '@docketbox/contract/payments/endpoints'
import type { MonthName } from '@docketbox/contract/payments/months'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ApiError } from '#platform/api/error.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { Amount } from '#ui/data/amount.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Page } from '#ui/layout/page.tsx'
import { parseSelection } from '../months/selection.ts'
import { offeredMonths, paymentIntent, stripeLibrary } from '../queries.ts'
import { CreditLines } from '../credit-lines.tsx'
import { CreditForm } from './credit-form.tsx'
import { CreditOutcome } from './credit-outcome.tsx'
import { CardForm } from './form.tsx'
import { sentOrder } from './sent-order.ts'

export const meta = () => pageMeta({ title: 'Payment' })

export default function PaymentPage() {
  const selection = parseSelection(useLocation().state)
  if (!selection) return <Navigate to={paths.chooseMonths} replace />
  return (
    <Page
      width="form"
      title="Payment"
      back={{
        to: withQuery(paths.chooseMonths, { months: selection.months.join(',') }),
        label: 'Choose different months',
      }}
    >
      <Payment selection={selection} />
    </Page>
  )
}

function Payment({ selection }: { selection: MonthsOrder }) {
  const [sent, setSent] = useState(() => loadSent(selection))
  const [failure, setFailure] = useState<string>()
  // Preparing it again could close a payment that's under way.
  const intent = useQuery({ ...paymentIntent(selection), enabled: !sent })
  const library = useQuery(stripeLibrary)
  // Loaded by the picker. After a reload they're missing, and the months show no years.
  const offered = useQueryClient().getQueryData(offeredMonths.queryKey)?.months
  const nameOf = (name: MonthName) =>
    [name, offered?.find(({ month }) => month === name)?.year].filter(Boolean).join(' ')
  if (sent) {
    const handleFailure = (message: string | undefined) => {
      setSent(undefined)
      setFailure(message)
    }
    return <CreditOutcome selection={selection} {...sent} onFailure={handleFailure} />
  }
  if (intent.error instanceof ApiError) {
    if (intent.error.code === paymentRefusals.monthsTaken.code)
      return (
        <ChooseAgain title="You already have these months">
          {intent.error.fields['months'] ?? intent.error.message}
        </ChooseAgain>
      )
    if (intent.error.code === paymentRefusals.monthsMoved.code)
      return <ChooseAgain title={intent.error.message}>You haven’t been charged.</ChooseAgain>
  }
  return (
    <QueryView
      query={intent}
      loading={skeleton}
      error={(error) =>
        error instanceof ApiError && error.hasServerMessage ? error.message : paymentTexts.unexpected
      }
    >
      {({ amountCents, creditCents, clientSecret }) => (
        <>
          <Card className="grid gap-2">
            <p className="flex items-center justify-between gap-4">
              <span>{selection.months.map(nameOf).join(', ')}</span>
              <Amount
                cents={amountCents + creditCents}
                className={creditCents > 0 ? '' : 'text-xl font-semibold'}
              />
            </p>
            {creditCents > 0 && <CreditLines creditCents={creditCents} amountCents={amountCents} />}
          </Card>
          {clientSecret === '' ? (
            <CreditForm
              selection={selection}
              creditCents={creditCents}
              failure={failure}
              onUnknown={(text) => setSent({ sentAt: sentOrder.load()?.sentAt ?? Date.now(), text })}
              onOutdated={(message) => {
                setFailure(message)
                void intent.refetch()
              }}
            />
          ) : (
            <QueryView
              query={library}
              loading={
                <Loading label="Loading the card form" className="grid gap-6" blocks={['h-72', 'h-13']} />
              }
              error="We couldn’t load the card form. You haven’t been charged."
            >
              {(stripe) => (
                <>
                  <ErrorNotice>{failure}</ErrorNotice>
                  <CardForm
                    stripe={stripe}
                    clientSecret={clientSecret}
                    amountCents={amountCents}
                    onRetry={() => intent.refetch()}
                  />
                </>
              )}
            </QueryView>
          )}
        </>
      )}
    </QueryView>
  )
}

function loadSent(selection: MonthsOrder): { sentAt: number; text: string } | undefined {
  const sent = sentOrder.load()
  const isSame = JSON.stringify(sent?.request) === JSON.stringify(selection)
  return sent && isSame ? { sentAt: sent.sentAt, text: paymentTexts.noResponse } : undefined
}

const skeleton = (
  <Loading label="Preparing your payment" className="grid gap-6" blocks={['h-16', 'h-72', 'h-13']} />
)

function ChooseAgain({ title, children }: { title: string; children: string }) {
  const client = useQueryClient()
  const reload = () => void client.invalidateQueries({ queryKey: offeredMonths.queryKey })
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink to={paths.chooseMonths} onClick={reload}>
          Choose months again
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  )
}

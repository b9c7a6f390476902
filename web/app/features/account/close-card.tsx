import { accountEndpoints, CLOSING_GRACE_DAYS } from '@docketbox/contract/account/endpoints'
import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import type { Security } from '@docketbox/contract/profile/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { credit, useHasPendingPayment } from '#features/subscriptions'
import { retentionYears, uploadingTexts, useUnsaved } from '#features/receipts'
import { explainYears, useRetention } from '#features/years'
import { type Proof, proofBody, ProofForm, security } from '#features/profile'
import { call } from '#platform/api/client.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { lastPlanDate } from '#platform/format/plan-dates.ts'
import { endSession } from '#platform/session/session.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { forgetFilesOf } from '#platform/storage/kept-files.ts'
import { Button } from '#ui/controls/button.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { AlertDialog } from '#ui/overlay/dialog.tsx'

const TOAST_MS = 10_000

export function CloseCard() {
  const [step, setStep] = useState<'start' | 'retention' | 'proof'>('start')
  const retainedYears = useRetainedYears()
  const { creditCents } = useQuery(credit).data ?? { creditCents: 0 }
  const hasPendingPayment = useHasPendingPayment()
  const mustKeep = retainedYears?.length !== 0
  const isConfirming = step === 'proof' || (step === 'retention' && !mustKeep)
  const query = useQuery({ ...security, enabled: isConfirming })
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Close your account</h2>
      <p className="text-soft">
        {hasPendingPayment
          ? 'You’ll be logged out everywhere. We won’t charge you again, but a payment that’s under way may still go through.'
          : 'You’ll be logged out everywhere and won’t be charged again.'}{' '}
        For {CLOSING_GRACE_DAYS} days you can log in and reopen it. After that we permanently delete every
        receipt.
        {creditCents > 0 &&
          ` You have ${formatCents(creditCents)} in credit. We’ll refund the part you paid for to your card or bank account.`}
      </p>
      {isConfirming ? (
        <QueryView
          query={query}
          loading={<Skeleton className="h-52" />}
          error="Something went wrong. Please try again."
        >
          {(settings) => <Confirmation security={settings} onCancel={() => setStep('start')} />}
        </QueryView>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setStep('retention')}>
            Close my account
          </Button>
        </div>
      )}
      <AlertDialog
        open={step === 'retention' && mustKeep}
        onClose={() => setStep('start')}
        title="Close your account anyway?"
        confirm="Continue anyway"
        cancel="Keep my account"
        onConfirm={() => setStep('proof')}
      >
        {explainYears(retainedYears, 'receipts and records')} Closing your account deletes them, so download
        your data first.
      </AlertDialog>
    </Card>
  )
}

/** Years whose receipts, even those in the bin, or records still have to be kept; undefined while they aren’t known. */
function useRetainedYears() {
  const { retainedYears, retainedOf } = useRetention()
  const inBin = retainedOf(useQuery(retentionYears({ bin: 'true' })).data?.incomeYears)
  return retainedYears && inBin && [...new Set([...retainedYears, ...inBin])]
}

function Confirmation({ security, onCancel }: { security: Security; onCancel: () => void }) {
  const navigate = useNavigate()
  const { uploading } = useUnsaved()

  async function close(proof: Proof) {
    // Another call's response may end the session first.
    const owner = storedUserId()
    const { purgeAt } = await call(accountEndpoints.close, { body: proofBody(proof) })
    toast.success(`Your account is closed. You can log in and reopen it until ${lastPlanDate(purgeAt)}.`, {
      durationMs: TOAST_MS,
    })
    void forgetFilesOf(owner)
    endSession(paths.home)
    queryClient.clear()
    // The guard goes there too, unless the session had ended.
    await navigate(paths.home, { replace: true })
  }

  return (
    <ProofForm
      security={security}
      label="Close your account"
      button="Close my account"
      busy="Closing…"
      variant="danger"
      cancel="Keep my account"
      onProof={close}
      onCancel={onCancel}
    >
      <Notice tone="warning">
        The ATO can ask for receipts for five years, so download your data first.
      </Notice>
      {uploading > 0 && (
        <Notice tone="warning">
          {uploadingTexts.title(uploading)} {uploadingTexts.warning}
        </Notice>
      )}
    </ProofForm>
  )
}

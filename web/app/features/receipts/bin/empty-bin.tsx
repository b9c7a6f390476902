import { receiptCount } from '@docketbox/contract/core/counts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { explainYears, useRetention } from '#features/years'
import { mutation } from '#platform/api/query.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { receiptReads } from '../mutations.ts'
import { binPage, retentionYears } from '../queries.ts'

const emptyBin = mutation(receiptEndpoints.emptyBin, { invalidates: receiptReads })

/** Deletes what's in the bin for good, after a second question while any of it has to be kept (requirement 46). */
export function EmptyBin() {
  const { data } = useQuery(binPage(1))
  const [step, setStep] = useState<'first' | 'again'>()
  const remove = useMutation(emptyBin)
  const isAsking = step !== undefined
  const years = useQuery({ ...retentionYears({ bin: 'true' }), enabled: isAsking })
  const retainedYears = useRetention().retainedOf(years.data?.incomeYears)
  const until = data?.docs[0]?.deletedAt
  if (!data || !until) return null
  const receipts = receiptCount(data.totalDocs)

  function handleConfirm(until: string) {
    if (step === 'first' && retainedYears?.length !== 0) return setStep('again')
    setStep(undefined)
    remove
      .mutateAsync({ body: { until, isConfirmed: step === 'again' } })
      .then(({ deleted }) => toast.success(`${receiptCount(deleted)} deleted permanently.`))
      .catch(toastError)
  }

  return (
    <>
      <Button
        variant="secondary"
        icon={<Trash2 className="size-4.5" />}
        busy={remove.isPending && 'Emptying…'}
        onClick={() => setStep('first')}
      >
        Empty bin
      </Button>
      <AlertDialog
        // A new dialog for the second question: the focus is on Cancel again.
        key={step}
        open={isAsking}
        onClose={() => setStep(undefined)}
        title={step === 'again' ? 'Empty the bin anyway?' : 'Empty the bin?'}
        confirm={step === 'again' ? 'Delete anyway' : `Delete ${receipts} permanently`}
        busy={years.isPending && 'Checking…'}
        onConfirm={() => handleConfirm(until)}
      >
        {step === 'again' && `${explainYears(retainedYears)} `}
        You can’t undo this. The files will be deleted too.
      </AlertDialog>
    </>
  )
}

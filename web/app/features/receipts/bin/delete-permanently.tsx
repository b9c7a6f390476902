import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptTitle } from '@docketbox/contract/receipts/naming'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { explainRetention, isRetained } from '@docketbox/contract/years/retention-text'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRetention } from '#features/years'
import { mutation } from '#platform/api/query.ts'
import { today } from '#platform/format/dates.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { AlertDialog } from '#ui/overlay/dialog.tsx'
import { receiptReads } from '../mutations.ts'

const deletePermanently = mutation(receiptEndpoints.deletePermanently, { invalidates: receiptReads })

/** Deletes a receipt in the bin for good, after a second question while it has to be kept (requirement 46). */
export function DeletePermanently({ receipt }: { receipt: Receipt }) {
  const [step, setStep] = useState<'first' | 'again'>()
  const remove = useMutation(deletePermanently)
  const { yearOf, isLoading } = useRetention()
  const year = yearOf(receipt)
  const title = receiptTitle(receipt)

  function handleConfirm() {
    if (step === 'first' && (!year || isRetained(year, today()))) return setStep('again')
    setStep(undefined)
    void remove
      .mutateAsync({ params: { uploadId: receipt._id }, body: { isConfirmed: step === 'again' } })
      .then(() => toast.success(`${title} has been permanently deleted.`))
      .catch(toastError)
  }

  return (
    <>
      <IconButton
        icon={Trash2}
        label={`Delete ${title} permanently`}
        disabled={remove.isPending}
        onClick={() => setStep('first')}
      />
      <AlertDialog
        // A new dialog for the second question: the focus is on Cancel again.
        key={step}
        open={step !== undefined}
        onClose={() => setStep(undefined)}
        title={step === 'again' ? 'Delete it permanently anyway?' : `Delete ${title} permanently?`}
        confirm={step === 'again' ? 'Delete anyway' : 'Delete permanently'}
        busy={isLoading && 'Checking…'}
        onConfirm={handleConfirm}
      >
        {step === 'again' && `${explainRetention(year, today())} `}
        You can’t undo this. Its files will be deleted too.
      </AlertDialog>
    </>
  )
}

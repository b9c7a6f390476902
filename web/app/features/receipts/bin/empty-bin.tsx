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

/** With what was in the bin when it was asked: receipts that another tab deletes meanwhile stay there. */
type Question = { until: string; receipts: string; isSecond: boolean }

/** Deletes what's in the bin for good, after a second question while any of it has to be kept (requirement 46). */
export function EmptyBin() {
  const { data } = useQuery(binPage(1))
  const [question, setQuestion] = useState<Question>()
  const remove = useMutation(emptyBin)
  const years = useQuery({ ...retentionYears({ bin: 'true' }), enabled: question !== undefined })
  const retainedYears = useRetention().retainedOf(years.data?.incomeYears)
  const until = data?.docs[0]?.deletedAt
  if (!data || !until) return null

  function handleConfirm(asked: Question) {
    if (!asked.isSecond && retainedYears?.length !== 0) return setQuestion({ ...asked, isSecond: true })
    setQuestion(undefined)
    remove
      .mutateAsync({ body: { until: asked.until, isConfirmed: asked.isSecond } })
      .then(({ deleted }) => toast.success(`${receiptCount(deleted)} deleted permanently.`))
      .catch(toastError)
  }

  return (
    <>
      <Button
        variant="secondary"
        icon={Trash2}
        busy={remove.isPending && 'Emptying…'}
        onClick={() => setQuestion({ until, receipts: receiptCount(data.totalDocs), isSecond: false })}
      >
        Empty bin
      </Button>
      {question && (
        <AlertDialog
          // A new dialog for the second question: the focus is on Cancel again.
          key={String(question.isSecond)}
          onClose={() => setQuestion(undefined)}
          title={question.isSecond ? 'Empty the bin anyway?' : 'Empty the bin?'}
          confirm={question.isSecond ? 'Delete anyway' : `Delete ${question.receipts} permanently`}
          busy={years.isPending && 'Checking…'}
          onConfirm={() => handleConfirm(question)}
        >
          {question.isSecond && `${explainYears(retainedYears)} `}
          You can’t undo this. The files will be deleted too.
        </AlertDialog>
      )}
    </>
  )
}

import { formatEvidence } from '@docketbox/contract/receipts/evidence'
import { receiptTitle } from '@docketbox/contract/receipts/naming'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { pageMeta } from '#platform/page/meta.ts'
import { useTitle } from '#platform/page/use-title.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { Stamp } from '#ui/data/stamp.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SubmitButton } from '#ui/forms/form.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { StickyActions } from '#ui/layout/sticky-actions.tsx'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { explainNotFound, receiptDetails } from '../queries.ts'
import { FactsForm } from '../receipt/facts-form.tsx'
import { ReadAgain, ReadingState } from '../receipt/reading-state.tsx'
import { boxesOf } from './boxes.ts'
import { PageSwitch } from './page-switch.tsx'
import { ReceiptImage } from './receipt-image.tsx'
import { useReviewOrder } from './use-review-order.ts'
import { useWayBack } from './use-way-back.ts'

export const meta = () => pageMeta({ title: 'Check receipt' })

const columns = 'grid grid-cols-1 items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,11fr)_minmax(0,13fr)]'

/** One receipt beside what was read off it, and the way to the next one that needs a check. */
export default function ReviewPage() {
  const { uploadId = '' } = useParams()
  const query = useQuery(receiptDetails(uploadId))
  const { count } = useReviewOrder(uploadId)
  const { link, field } = useWayBack()
  const { data } = query
  const title = data && receiptTitle(data)
  const isFixing = field !== undefined
  useTitle(title)
  return (
    <LeaveGuard>
      <Page
        back={link}
        title={title ?? 'Check receipt'}
        lead={
          <span className="block min-h-6">
            {isFixing
              ? data && formatEvidence(data.missing)
              : (data || query.errorUpdateCount === 0) && count !== undefined && leadOf(count, data)}
          </span>
        }
        actions={data && <StatusStamp receipt={data} />}
      >
        <QueryView query={query} loading={<ReviewSkeleton />} error={explainNotFound}>
          {(receipt) => <Review key={receipt._id} receipt={receipt} />}
        </QueryView>
      </Page>
    </LeaveGuard>
  )
}

function Review({ receipt }: { receipt: ReceiptDetails }) {
  const { previous, next, count, ...order } = useReviewOrder(receipt._id)
  const wayBack = useWayBack()
  const nextToCheck = wayBack.field === undefined ? order.nextToCheck : undefined
  const boxes = boxesOf(receipt)
  const [field, setField] = useState<string>()
  const [chosen, setChosen] = useState<{ file: string; page: number }>()
  const file = receipt.file.find(({ _id }) => _id === chosen?.file) ?? receipt.file[0]!
  const page = (chosen?.file === file._id && chosen.page) || 1

  function handleFocus({ target }: FocusEvent) {
    const name = target.getAttribute('name') ?? undefined
    setField(name)
    const box = boxes.find((other) => other.field === name)
    if (box) setChosen({ file: box.file, page: box.box.page })
  }

  const goTo = (id: string | undefined) => id && wayBack.goTo(id)
  const container = useRef<HTMLDivElement>(null)
  const focusField = useEffectEvent(() => {
    if (wayBack.field !== undefined)
      container.current?.querySelector<HTMLElement>(`[name="${wayBack.field}"]`)?.focus()
  })
  useEffect(() => focusField(), [])
  useKeys({
    accept: () => container.current?.querySelector('form')?.requestSubmit(),
    next: () => goTo(next),
    previous: () => goTo(previous),
  })

  function handleSaved() {
    if (nextToCheck) {
      goTo(nextToCheck)
      return
    }
    const isFixed = wayBack.field !== undefined
    toast.success(receipt.suggestions && !isFixed ? 'All receipts checked.' : receiptTexts.updated)
    if (count !== undefined || isFixed) wayBack.goBack()
  }

  return (
    <div ref={container} className={columns}>
      <div className="grid gap-2 max-lg:[@media(min-height:30rem)]:sticky max-lg:top-14 max-lg:z-10 max-lg:-mx-4 max-lg:bg-paper max-lg:px-4 max-lg:py-2 lg:sticky lg:top-6">
        <PageSwitch
          files={receipt.file}
          shown={{ file, page }}
          onChange={(shown) => setChosen({ file: shown.file._id, page: shown.page })}
        />
        <ReceiptImage
          receiptId={receipt._id}
          file={file}
          page={page}
          boxes={boxes.filter((other) => other.file === file._id && other.box.page === page)}
          highlighted={field}
        />
      </div>
      <div
        className="grid gap-4 [@media(min-height:30rem)]:[&_:is(input,textarea)]:scroll-mt-52 [@media(min-height:30rem)]:[&_:is(input,textarea)]:scroll-mb-36"
        onFocus={handleFocus}
      >
        {receipt.deletedAt && <Notice tone="warning">{receiptRefusals.inTrash.message}</Notice>}
        <ReadingState receipt={receipt} />
        <FactsForm
          receipt={receipt}
          acceptsSuggestions
          onSaved={handleSaved}
          actions={
            <>
              <StickyActions always>
                <IconButton
                  icon={ChevronLeft}
                  label="Previous receipt"
                  className="-mx-2"
                  disabled={!previous}
                  onClick={() => goTo(previous)}
                />
                <div className="grid grow">
                  <SubmitButton busy="Saving…">
                    {receipt.suggestions ? 'Accept' : 'Save'}
                    {nextToCheck && ' and next'}
                  </SubmitButton>
                </div>
                <IconButton
                  icon={ChevronRight}
                  label="Next receipt"
                  className="-mx-2"
                  disabled={!next}
                  onClick={() => goTo(next)}
                />
              </StickyActions>
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <p className="text-xs text-soft max-lg:hidden">
                  Press Enter to accept everything and move on. Use Page Up and Page Down to move between
                  receipts.
                </p>
                <ReadAgain receipt={receipt} />
              </div>
            </>
          }
        />
      </div>
    </div>
  )
}

/** Keys of the whole screen, unless a control or a dialog uses them. */
function useKeys(actions: { accept: () => void; next: () => void; previous: () => void }): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
    if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return
    if (target.closest('[role=dialog],[role=alertdialog],[role=menu]')) return
    const action = { Enter: actions.accept, PageDown: actions.next, PageUp: actions.previous }[key]
    if (!action || (key === 'Enter' && target.closest('a,button,input,select,textarea'))) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function StatusStamp({ receipt }: { receipt: ReceiptDetails }) {
  if (receipt.deletedAt) return <Stamp tone="clay">In the bin</Stamp>
  if (isWaiting(receipt)) return <Stamp tone="sky">Reading</Stamp>
  if (receipt.suggestions) return <Stamp tone="wattle">To check</Stamp>
  return isIncomplete(receipt) ? <Stamp tone="wattle">Incomplete</Stamp> : <Stamp>Evidence complete</Stamp>
}

function isWaiting({ readings }: ReceiptDetails): boolean {
  return readings.some(({ state }) => state === 'waiting')
}

/** Whether there's something to add, with nothing to check or wait for. */
function isIncomplete(receipt: ReceiptDetails): boolean {
  const { deletedAt, suggestions, missing } = receipt
  return !deletedAt && !isWaiting(receipt) && !suggestions && missing.length > 0
}

/** How many there are to check, and what the one on screen lacks. */
function leadOf(count: number, receipt: ReceiptDetails | undefined): string {
  const toAdd = receipt && isIncomplete(receipt) && formatEvidence(receipt.missing)
  if (count === 0) return toAdd || 'Nothing left to check'
  const isCounted = !receipt || (receipt.suggestions && !receipt.deletedAt)
  const toCheck = `${count.toLocaleString('en-AU')} ${isCounted ? 'to check' : 'more to check'}`
  return [toAdd, toCheck].filter(Boolean).join(' · ')
}

function ReviewSkeleton() {
  return (
    <Loading
      label="Loading the receipt"
      className={columns}
      blocks={['h-28 lg:h-[min(46rem,calc(100dvh-11rem))]', 'h-[46rem] lg:h-[34rem]']}
    />
  )
}

import { fileSize } from '@docketbox/contract/core/file-size'
import { formatCents } from '@docketbox/contract/core/money'
import { paths } from '@docketbox/contract/core/paths'
import { MIN_CHARGE_CENTS } from '@docketbox/contract/payments/credit'
import type { ChangePreview } from '@docketbox/contract/payments/previews'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { unusedTimeText } from '@docketbox/contract/payments/unused-time'
import type { PlanCard } from '@docketbox/contract/subscriptions/endpoints'
import { isRefusedWith } from '#platform/api/error.ts'
import { planDate } from '#platform/format/plan-dates.ts'
import { Amount } from '#ui/data/amount.tsx'
import { QueryView } from '#ui/data/query-view.tsx'
import { ErrorNotice, Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { messageOf } from '../errors.ts'
import { storageText } from '../storage/text.ts'
import { useChange } from './use-change.ts'

type ChangePlanDialogProps = { plan: PlanCard; isDowngrade: boolean; onClose: () => void }

/** Shows what changing to a plan costs today, and changes after a confirmation. */
export function ChangePlanDialog({ plan, isDowngrade, onClose }: ChangePlanDialogProps) {
  const { preview, hasPrice, confirm, isChanging, isWithBank, isChecking, continueWithBank, problem } =
    useChange(plan, isDowngrade)
  // The bank's check is a separate modal, which ours would block.
  if (isWithBank) return <output className="sr-only">Waiting for your bank…</output>
  return (
    <Dialog
      title={`Change to ${plan.name}`}
      description={
        !hasPrice || preview.error
          ? undefined
          : 'Here’s what you’d pay today. You won’t be charged until you confirm.'
      }
      onClose={() => !isChanging && onClose()}
      actions={
        <>
          <Button variant="secondary" disabled={isChanging} onClick={onClose}>
            {isChecking ? 'Close' : 'Not now'}
          </Button>
          {isRefusedWith(preview.error, paymentRefusals.debitTooSlow) && (
            <ButtonLink to={paths.portal}>Billing details</ButtonLink>
          )}
          {continueWithBank && <Button onClick={continueWithBank}>Continue to your bank</Button>}
          {preview.data && hasPrice && (
            <Button
              disabled={preview.isFetching}
              busy={isChanging && (preview.data.dueNowCents > 0 ? 'Paying…' : 'Changing…')}
              onClick={() => confirm(preview.data)}
            >
              {preview.data.dueNowCents > 0
                ? `Pay ${formatCents(preview.data.dueNowCents)} and change`
                : 'Change plan'}
            </Button>
          )}
        </>
      }
    >
      <ErrorNotice {...(hasPrice && { className: 'mb-4' })}>{problem}</ErrorNotice>
      {continueWithBank && <p>{paymentTexts.bankCheck}</p>}
      {hasPrice && (
        <QueryView
          query={preview}
          loading={<Loading label="Working out the price" blocks={['h-6', 'h-6', 'h-8', 'h-5 w-48']} />}
          error={messageOf}
        >
          {(price) => <PriceBreakdown preview={price} />}
        </QueryView>
      )}
    </Dialog>
  )
}

/** A few cents, which can't be charged to a card, are on the next bill. */
function carriedRows(preview: ChangePreview): [string, number][] {
  const { chargeCents, creditCents, balanceUsedCents, dueNowCents } = preview
  const carriedCents = dueNowCents - Math.max(0, chargeCents - creditCents - balanceUsedCents)
  if (carriedCents === 0 || Math.abs(carriedCents) >= MIN_CHARGE_CENTS) return []
  return [[carriedCents < 0 ? 'Added to your next bill' : 'From your last bill', carriedCents]]
}

function PriceBreakdown({ preview }: { preview: ChangePreview }) {
  const { alreadyRefundedCents: refunded, fullStorage } = preview
  const unused = preview.unusedTime.map(({ name }) => name).join(', ') || 'Unused time on your current plan'
  const rows: [string, number][] = [
    [`${preview.planName} plan`, preview.chargeCents],
    [refunded > 0 ? `${unused}, less ${formatCents(refunded)} refunded` : unused, -preview.creditCents],
    ...(preview.balanceUsedCents > 0 ? [['Your credit', -preview.balanceUsedCents] as [string, number]] : []),
    ...carriedRows(preview),
    ['Due now', preview.dueNowCents],
  ]
  return (
    <>
      <dl className="grid gap-2 text-[0.9375rem]">
        {rows.map(([label, cents]) => (
          <div
            key={label}
            className="flex justify-between gap-4 last:border-t last:border-line last:pt-2 last:font-semibold"
          >
            <dt>{label}</dt>
            <dd>
              <Amount cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-soft">
        {preview.balanceAfterCents > 0 &&
          `You’ll have ${formatCents(preview.balanceAfterCents)} in credit for your next payments. `}
        Renews on {planDate(preview.renewsAt)}.
      </p>
      {preview.unusedTime.map(unusedTimeText).map((text) => (
        <p key={text} className="mt-2 text-xs text-soft">
          {text}
        </p>
      ))}
      {fullStorage && (
        <Notice tone="warning" className="mt-4">
          {preview.planName} includes {storageText(fullStorage.limitBytes)}, but your files take up{' '}
          {fileSize(fullStorage.usedBytes)}. We’ll keep them all. To add more, you’ll have to permanently
          delete some first.
        </Notice>
      )}
    </>
  )
}

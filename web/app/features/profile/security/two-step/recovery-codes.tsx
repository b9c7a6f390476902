import { secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isRefusedWith } from '#platform/api/error.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { type LeaveQuestion, useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { copy } from '#ui/feedback/copy.ts'
import { toastError } from '#ui/feedback/toast.ts'
import { confirmRecoveryCodes } from '../../queries.ts'

const haveYouSavedThem: LeaveQuestion = {
  title: 'Have you saved your recovery codes?',
  text: 'You won’t see them again.',
  confirm: 'Leave',
  cancel: 'Stay',
}

type RecoveryCodesProps = {
  codes: string[]
  /** Whether what brought them has logged out every other device. */
  areOthersLoggedOut: boolean
  onDone: () => void
}

/** Shows new recovery codes, which can't be shown again. */
export function RecoveryCodes({ codes, areOthersLoggedOut, onDone }: RecoveryCodesProps) {
  useReportUnsaved(true, haveYouSavedThem)
  const confirm = useMutation(confirmRecoveryCodes)
  const container = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // They replace something taller, such as a QR code.
    container.current?.scrollIntoView({ block: 'nearest' })
    notice.current?.focus()
  }, [])
  const handleSaved = async () => {
    try {
      await confirm.mutateAsync({ body: { code: codes[0]! } })
      onDone()
    } catch (error) {
      toastError(error as Error)
      // There's no point in saving these.
      if (isRefusedWith(error, secondFactorRefusals.codesReplaced)) onDone()
    }
  }
  return (
    <div ref={container} className="grid gap-4">
      <Notice ref={notice} tone="warning" role="alert">
        {areOthersLoggedOut && 'Your other devices have been logged out. '}
        Save these codes somewhere other than your phone. Each works once, and you won’t see them again.
      </Notice>
      <ul className="grid grid-cols-2 gap-2 font-mono" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="rounded-sm bg-well px-3 py-1.5 text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button busy={confirm.isPending && 'One moment…'} onClick={() => void handleSaved()}>
          I’ve saved them
        </Button>
        <Button
          variant="secondary"
          onClick={() => void copy(codes.join('\n'), 'We couldn’t copy the codes. Please write them down.')}
        >
          Copy
        </Button>
      </div>
    </div>
  )
}

import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { type LeaveQuestion, useReportUnsaved } from '#ui/forms/unsaved-context.ts'
import { toast } from '#ui/feedback/toast.ts'

const haveYouSavedThem: LeaveQuestion = {
  title: 'Have you saved your recovery codes?',
  text: 'You won’t see them again.',
  confirm: 'Leave',
  cancel: 'Stay',
}

/** Shows new recovery codes, which can't be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  useReportUnsaved(true, haveYouSavedThem)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success('Copied.')
    } catch {
      // The browser has no clipboard, or may not use it.
      toast.error('We couldn’t copy the codes. Please write them down.')
    }
  }
  return (
    <div className="grid gap-4">
      <Notice tone="warning" role="alert">
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
        <Button onClick={onDone}>I’ve saved them</Button>
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  )
}

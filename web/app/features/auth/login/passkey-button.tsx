import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '#platform/session/passkeys.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'

/** Signs in with a passkey instead of a code; hidden where the browser doesn't support passkeys. */
export function PasskeyButton({ onShow }: { onShow: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function handleClick() {
    setProblem(undefined)
    setIsBusy(true)
    try {
      await onShow()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong. Please try again.')
    } finally {
      setIsBusy(false)
    }
  }

  if (!hasPasskeys()) return null
  return (
    <>
      <ErrorNotice>{problem}</ErrorNotice>
      <Button
        variant="secondary"
        wide
        icon={<KeyRound className="size-4.5" />}
        busy={isBusy && 'Waiting for your device…'}
        onClick={() => void handleClick()}
      >
        Use your passkey
      </Button>
    </>
  )
}

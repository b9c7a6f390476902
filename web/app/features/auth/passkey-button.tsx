import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '#platform/session/passkeys.ts'
import { Button } from '#ui/forms/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

/** Shows a passkey instead of typing a code, where the browser has them. */
export function PasskeyButton({ onShow }: { onShow: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function show() {
    setProblem(undefined)
    setIsBusy(true)
    try {
      await onShow()
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : 'This did not work. Please try again.')
    } finally {
      setIsBusy(false)
    }
  }

  if (!hasPasskeys()) return null
  return (
    <>
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button
        variant="secondary"
        wide
        icon={<KeyRound className="size-4.5" />}
        busy={isBusy && 'Ask your device…'}
        onClick={() => void show()}
      >
        Use your passkey
      </Button>
    </>
  )
}

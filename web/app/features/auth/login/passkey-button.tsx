import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { hasPasskeys } from '#platform/session/passkeys.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'

/** Signs in with a passkey instead of a code; hidden where the browser doesn't support passkeys. */
export function PasskeyButton({ onShow }: { onShow: () => Promise<unknown> }) {
  const { mutate, error, isPending } = useMutation({ mutationFn: onShow })
  if (!hasPasskeys()) return null
  return (
    <>
      <ErrorNotice>{error?.message}</ErrorNotice>
      <Button
        variant="secondary"
        wide
        icon={KeyRound}
        busy={isPending && 'Waiting for your device…'}
        onClick={() => mutate()}
      >
        Use your passkey
      </Button>
    </>
  )
}

import { isUnanswered } from '#platform/api/error.ts'
import { toast } from './toast.ts'

/**
 * Makes a change that does no harm when it's repeated. Without a response it may have been made, so the toast that says so
 * offers to try again: whatever follows, such as Undo, isn't lost with the response.
 * @param textOf what the toast says about an error; its message by default.
 */
export function attemptChange(
  change: () => Promise<unknown>,
  textOf = ({ message }: Error): string => message,
): void {
  const attempt = () =>
    void change().catch((error: Error) => {
      const retry = { action: { label: 'Try again', onPress: attempt } }
      toast.error(textOf(error), isUnanswered(error) ? retry : {})
    })
  attempt()
}

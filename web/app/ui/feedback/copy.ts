import { toast } from './toast.ts'

/**
 * Copies a text and says so.
 * @param failure what it says if the browser has no clipboard, or may not use it.
 */
export async function copy(text: string, failure: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied.')
  } catch {
    toast.error(failure)
  }
}

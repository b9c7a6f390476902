import { MAX_LENGTH } from '../../core/limits.ts'

/**
 * What's written about a receipt after another one is merged into it.
 * @returns undefined if both texts are too long together; then the receipt keeps its own.
 */
export function mergedText(
  name: 'description' | 'note',
  own: string,
  { added }: { added: string },
): string | undefined {
  if (!added || `\n${own}\n`.includes(`\n${added}\n`)) return own
  const both = own ? `${own}\n${added}` : added
  return both.length > MAX_LENGTH[name] ? undefined : both
}

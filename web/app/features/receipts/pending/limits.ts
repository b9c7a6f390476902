import { fileTypes } from '@docketbox/contract/receipts/file-types'
import type { UploadRules } from '@docketbox/contract/receipts/schemas'

/** Why a file need not even be sent: it is larger than the server takes. */
export function sizeProblem(file: File, rules: UploadRules | undefined): string | undefined {
  if (!rules || file.size <= rules.maxBytes) return undefined
  return `This file is larger than ${limitOf(rules)}. Please choose a smaller one.`
}

/** The limits as a person reads them: kinds, size, number. */
export function hintOf(rules: UploadRules | undefined): string {
  const labels = typesOf(rules).map(({ label }) => label)
  const kinds = `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`
  return rules ? `${kinds}, up to ${limitOf(rules)} each, at most ${rules.maxFiles} files.` : `${kinds}.`
}

/** MIME type to name endings, as the file picker wants them. */
export function acceptedBy(rules: UploadRules | undefined): Record<string, string[]> {
  return Object.fromEntries(
    typesOf(rules).map(({ type, extensions }) => [type, extensions.map((extension) => `.${extension}`)]),
  )
}

function typesOf(rules: UploadRules | undefined) {
  return fileTypes.filter(({ type }) => !rules || rules.types.includes(type))
}

/** `20 MB`, without the decimals that a limit has not. */
function limitOf({ maxBytes }: UploadRules): string {
  return `${Number((maxBytes / 1_048_576).toFixed(2))} MB`
}

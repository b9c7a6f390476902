/** Markup that's safe to send. Only `html` creates it. */
export type Html = Readonly<{ markup: string }>
type Part = Html | string | number | null | undefined | false | readonly Part[]

/** A template that escapes every value except markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.reduce((text, string, i) => text + markupOf(parts[i - 1]) + string) }
}

/** Marks trusted text as markup, such as a stylesheet of this folder. */
export function trusted(markup: string): Html {
  return { markup }
}

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  if (Array.isArray(part)) return part.map(markupOf).join('')
  return (part as Html).markup
}

export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

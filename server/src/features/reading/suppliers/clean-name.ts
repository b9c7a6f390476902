/** A longer row is a paragraph. Some of the patterns would take minutes for one. */
const MAX_CHARS = 400

/**
 * A row's text without registration numbers, ABNs and loose punctuation; empty when nothing else is in it, or when it's
 * too long for a name.
 */
export function cleanName(text: string): string {
  if (text.length > MAX_CHARS) return ''
  if (/^[^A-Za-z]*\(?\s*CO\.?(MPANY)?\s*\.?\s*REG/i.test(text)) return ''
  return text
    .replace(/\(?\s*\b(\d{5,8}\s?-\s?[A-Z0-9])\b\s*\)?/gi, ' ')
    .replace(/\(\s*(CO\.?|COMPANY)? ?(REG\.?)? ?(NO\.?)? ?[:.]?[\sA-Z]{0,4}\d[\w\s.-]{4,}\)?/gi, ' ')
    .replace(/\([A-Z]{0,2}\d{5,}[^)]*\)?/gi, ' ')
    .replace(/\((?=[^)]*\d[^)]*\d)[A-Z0-9-]{4,10}\)?/gi, ' ')
    .replace(/\(\s*(C[OA]|COMPANY|REG|ROC|GST)\b[\s.:A-Z]*$/i, ' ')
    .replace(/\b(S[DO]N\.?\s?BH[DO]|PTY\.?\s?LTD)\b\.?\s+[^\s(]*\d\S*$/i, '$1')
    .replace(/\bABN:?.*$/i, ' ')
    .replace(/^\s*#?\d{5,}\s+/, ' ')
    .replace(/^\s*(TRADING AS|T\/AS?)\b:?|^\s*(TAX )?(RECEIPT|INVOICE) FROM\b:?/i, ' ')
    .replace(/^[^A-Za-z0-9#(]+|[^A-Za-z0-9.)&!']+$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

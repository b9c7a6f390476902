import { escapeText } from '#http/html.ts'

type Content = string | number | boolean | Content[] | { [name: string]: Content | undefined }

/** An XML document. An array repeats its element. */
export function xml(root: string, content: Content): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`
}

function element(name: string, content: Content): string {
  if (Array.isArray(content)) return content.map((one) => element(name, one)).join('')
  if (typeof content !== 'object')
    return `<${name}>${escapeText(String(content)).replaceAll('\r', '&#13;')}</${name}>`
  const inner = Object.entries(content).map(([key, value]) =>
    value === undefined ? '' : element(key, value),
  )
  return `<${name}>${inner.join('')}</${name}>`
}

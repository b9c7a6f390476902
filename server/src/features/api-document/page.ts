import { createHash } from 'node:crypto'

type Document = ReturnType<typeof import('#platform/http/openapi.ts').openApiDocument>
type Parameter = { name: string; in: string; required: boolean; schema: unknown; description?: string }
type Operation = {
  summary: string
  'x-right': string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

const STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf5;--ink:#16211d;--leaf:#0e6b52;--line:#d9d6c8}
@media(prefers-color-scheme:dark){:root{--paper:#101614;--ink:#e9ece7;--leaf:#6fcfae;--line:#2c3a35}}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem}a{color:var(--leaf)}
details{border-top:1px solid var(--line);padding:.75rem 0}summary{cursor:pointer;min-height:2.75rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
pre{overflow:auto;border:1px solid var(--line);border-radius:8px;padding:.75rem}
b{color:var(--leaf);display:inline-block;min-width:4.5rem}em{opacity:.8}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}
`

/** The OpenAPI document as one page of plain HTML, no script. */
export function documentPage(document: Document): { html: string; styleHash: string } {
  const { info, paths } = document as {
    info: { title: string }
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  )
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${text(info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<h1>${text(info.title)}</h1>
<p>Every endpoint. Send the session token as <code>Authorization: Bearer …</code>. Errors have the form
<code>{ message, code, fields? }</code>. Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${operations.join('\n')}</body></html>`
  return { html, styleHash: `sha256-${createHash('sha256').update(STYLE).digest('base64')}` }
}

function section(method: string, path: string, operation: Operation): string {
  const { summary, parameters, requestBody, responses } = operation
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${text(path)}</code><br>${text(summary)}
<em>(${text(operation['x-right'])})</em></summary>
${parameters.length > 0 ? `<h3>Parameters</h3>${parameterTable(parameters)}` : ''}
${requestBody ? `<h3>Body</h3>${contents(requestBody.content)}` : ''}
<h3>Responses</h3>${Object.entries(responses)
    .map(([status, { description, content }]) => {
      const isRefusal = Number(status) >= 400
      return `<p><b>${status}</b> ${text(description)}</p>${isRefusal || !content ? '' : contents(content)}`
    })
    .join('')}</details>`
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${text(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td><code>${text(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

function contents(content: Record<string, { schema: unknown }>): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<p>${text(type)}</p><pre>${text(JSON.stringify(schema, null, 2))}</pre>`)
    .join('')
}

function text(value: string): string {
  return value.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
}

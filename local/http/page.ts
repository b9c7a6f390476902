import { createHash } from 'node:crypto'
import { type Html, html, trusted } from './html.ts'
import { stylesheet } from './stylesheet.ts'

type Page = Readonly<{
  title: string
  /** Which stand-in this is: "Local mailbox". */
  standIn: string
  /** What people need to know about it: "Nothing leaves this machine." */
  note: string
  body: Html
  /** Address of a script on the same origin. */
  script?: string
}>

/** A page of a stand-in, which always says which one it is and that it isn't the real service. */
export function page({ title, standIn, note, body, script }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · ${standIn}</title>
        <link rel="icon" href="data:," />
        ${trusted(`<style>${stylesheet}</style>`)} ${script && html`<script src="${script}" defer></script>`}
      </head>
      <body>
        <header class="bar"><a href="/">${standIn}</a><span>${note}</span></header>
        <main>${body}</main>
      </body>
    </html>`.markup
}

const styleHash = createHash('sha256').update(stylesheet).digest('base64')

/** Headers for every page: it may only load its own style and script. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "script-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

import { type Html, html, trusted } from '#http/html.ts'
import { page } from '#http/page.ts'
import type { Letter } from './letter.ts'

export type View = 'html' | 'text'

const frame = {
  standIn: 'Local mailbox',
  note: 'Mail sent by Docketbox on this machine. Nothing leaves it.',
  script: '/live.js',
}

export function listPage(letters: readonly Letter[]): string {
  const body = html` <h1>${letters.length === 0 ? 'No mail yet' : 'Mail'}</h1>
    ${letters.length === 0 && html`<p class="soft">Sign up or request a new password, and the mail arrives here in a moment.</p>`}
    <ul class="list" data-newest="${letters[0]?.id ?? ''}">
      ${letters.map(
        (letter) =>
          html`<li>
            <a href="/messages/${letter.id}">
              <strong>${letter.subject || 'No subject'}</strong>${when(letter)}
              <span>${letter.recipients.join(', ')}</span></a
            >
          </li>`,
      )}
    </ul>`
  return page({ ...frame, title: letters.length === 0 ? 'No mail' : `${letters.length} mails`, body })
}

export function letterPage(letter: Letter, view: View): string {
  const body = html` <div><a href="/">All mail</a></div>
    <h1>${letter.subject || 'No subject'}</h1>
    <dl class="facts">
      <dt>From</dt>
      <dd>${letter.from}</dd>
      <dt>To</dt>
      <dd>${letter.to}</dd>
      ${
        !sameAddress(letter) &&
        html`<dt>Delivered to</dt>
          <dd>${letter.recipients.join(', ')}</dd>`
      }
      ${
        letter.replyTo &&
        html`<dt>Reply to</dt>
          <dd>${letter.replyTo}</dd>`
      }
      <dt>Received</dt>
      <dd>${when(letter)}</dd>
      ${
        letter.attachments.length > 0 &&
        html`<dt>Attached</dt>
          <dd>${letter.attachments.map(({ name }) => name).join(', ')}</dd>`
      }
    </dl>
    <nav class="tabs" aria-label="Ways to read this mail">
      ${letter.html !== '' && html`<a href="/messages/${letter.id}" ${current(view === 'html')}>Message</a>`}
      <a href="/messages/${letter.id}?view=text" ${current(view === 'text')}>Plain text</a>
      <a href="/messages/${letter.id}.eml" download>Original</a>
    </nav>
    ${
      view === 'html'
        ? html`<iframe
            src="/messages/${letter.id}/html"
            title="The message"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
        : html`<pre>${linked(letter.text)}</pre>`
    }`
  return page({ ...frame, title: letter.subject || 'No subject', body })
}

/** The mail's own HTML, with links that open in a new tab. */
export function framedHtml(letter: Letter): string {
  return `<!doctype html><base target="_blank">${letter.html.replace(/^\s*<!doctype[^>]*>/i, '')}`
}

function current(is: boolean): Html {
  return trusted(is ? ' aria-current="page"' : '')
}

function when({ receivedAt }: Letter): Html {
  return html`<time datetime="${receivedAt}"
    >${new Date(receivedAt).toLocaleString('en-AU', { dateStyle: 'medium', timeStyle: 'medium' })}</time
  >`
}

function sameAddress({ to, recipients }: Letter): boolean {
  return recipients.length === 1 && (to === recipients[0] || to.endsWith(`<${recipients[0]}>`))
}

function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) =>
      i % 2 === 0 ? html`${part}` : html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>`,
    )
}

import { type Html, html, trusted } from '#http/html.ts'
import { page } from '#http/page.ts'
import type { ReceivedMail } from './received-mail.ts'

export type View = 'html' | 'text'

const frame = {
  standIn: 'Local mailbox',
  note: 'Mail sent by Docketbox on this machine. Nothing leaves it.',
  script: '/live.js',
}

export function listPage(mails: readonly ReceivedMail[]): string {
  const body = html` <h1>${mails.length === 0 ? 'No mail yet' : 'Mail'}</h1>
    ${mails.length === 0 && html`<p class="soft">Sign up or request a new password, and the email arrives here in a moment.</p>`}
    <ul class="list" data-newest="${mails[0]?.id ?? ''}">
      ${mails.map(
        (mail) =>
          html`<li>
            <a href="/messages/${mail.id}">
              <strong>${mail.subject || 'No subject'}</strong>${when(mail)}
              <span>${mail.recipients.join(', ')}</span></a
            >
          </li>`,
      )}
    </ul>`
  return page({ ...frame, title: mails.length === 0 ? 'No mail' : `${mails.length} emails`, body })
}

export function mailPage(mail: ReceivedMail, view: View): string {
  const body = html` <div><a href="/">All mail</a></div>
    <h1>${mail.subject || 'No subject'}</h1>
    <dl class="facts">
      <dt>From</dt>
      <dd>${mail.from}</dd>
      <dt>To</dt>
      <dd>${mail.to}</dd>
      ${
        !sameAddress(mail) &&
        html`<dt>Delivered to</dt>
          <dd>${mail.recipients.join(', ')}</dd>`
      }
      ${
        mail.replyTo &&
        html`<dt>Reply to</dt>
          <dd>${mail.replyTo}</dd>`
      }
      <dt>Received</dt>
      <dd>${when(mail)}</dd>
      ${
        mail.attachments.length > 0 &&
        html`<dt>Attached</dt>
          <dd>${mail.attachments.map(({ name }) => name).join(', ')}</dd>`
      }
    </dl>
    <nav class="tabs" aria-label="Ways to read this mail">
      ${mail.html !== '' && html`<a href="/messages/${mail.id}" ${current(view === 'html')}>Message</a>`}
      <a href="/messages/${mail.id}?view=text" ${current(view === 'text')}>Plain text</a>
      <a href="/messages/${mail.id}.eml" download>Original</a>
    </nav>
    ${
      view === 'html'
        ? html`<iframe
            src="/messages/${mail.id}/html"
            title="The message"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
        : html`<pre>${linked(mail.text)}</pre>`
    }`
  return page({ ...frame, title: mail.subject || 'No subject', body })
}

/** The mail's own HTML, with links that open in a new tab. */
export function framedHtml(mail: ReceivedMail): string {
  return `<!doctype html><base target="_blank">${mail.html.replace(/^\s*<!doctype[^>]*>/i, '')}`
}

function current(isCurrent: boolean): Html {
  return trusted(isCurrent ? ' aria-current="page"' : '')
}

function when({ receivedAt }: ReceivedMail): Html {
  const options = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Australia/Sydney' } as const
  return html`<time datetime="${receivedAt}">${new Date(receivedAt).toLocaleString('en-AU', options)}</time>`
}

function sameAddress({ to, recipients }: ReceivedMail): boolean {
  return recipients.length === 1 && (to === recipients[0] || to.endsWith(`<${recipients[0]}>`))
}

function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) =>
      i % 2 === 0 ? html`${part}` : html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>`,
    )
}

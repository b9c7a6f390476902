import { describe, expect, test } from 'vitest'
import { type MailContent, mailContent, renderHtml, renderText } from './layout.ts'

const head = {
  productName: 'Docketbox',
  supportEmail: 'help@docketbox.test',
  publicUrl: 'https://docketbox.test',
}
const content: MailContent = {
  subject: 'Verify your email',
  heading: 'One step to go, Ann',
  paragraphs: ['Please confirm that this address is yours.'],
  facts: [['Plan', 'Pro']],
  button: { label: 'Verify email', url: 'https://docketbox.test/verify?token=a&email=ann%40example.com' },
  closing: ['The link works for 24 hours.'],
  reason: 'You’re receiving this because someone signed up with this address.',
}

describe('a mail', () => {
  test('is complete as plain text', () => {
    expect(renderText(content, head)).toBe(`One step to go, Ann

Please confirm that this address is yours.

Plan: Pro

Verify email:
https://docketbox.test/verify?token=a&email=ann%40example.com

The link works for 24 hours.

-- 
You’re receiving this because someone signed up with this address.
Questions? help@docketbox.test
Docketbox · https://docketbox.test
`)
  })

  test('says in HTML everything it says in text, and shows the address of its button', () => {
    const html = renderHtml(content, head)
    for (const text of [content.heading, ...content.paragraphs, 'Pro', ...content.closing!, content.reason]) {
      expect(html).toContain(text)
    }
    const address = 'https://docketbox.test/verify?token=a&amp;email=ann%40example.com'
    expect(html).toContain(`href="${address}"`)
    expect(html).toContain(`>${address}</a>`)
  })

  test('is in Australian English, like the site', () => {
    expect(renderHtml(content, head)).toContain('<html lang="en-AU">')
  })

  test('loads nothing from anywhere', () => {
    expect(renderHtml(content, head)).not.toMatch(/<img|<script|<link|url\(|src=/)
  })

  test('escapes user input everywhere', () => {
    const nasty = `<img src=x onerror="alert('1')">&`
    const html = renderHtml(
      {
        subject: nasty,
        heading: nasty,
        paragraphs: [nasty],
        facts: [[nasty, nasty]],
        button: { label: nasty, url: `https://docketbox.test/?q="><img>` },
        closing: [nasty],
        reason: nasty,
      },
      { productName: nasty, supportEmail: nasty, publicUrl: nasty },
    )
    expect(html).not.toContain('<img')
    expect(html).not.toContain('onerror="')
  })

  test('links to the web only', () => {
    const withLink = (url: string) =>
      mailContent.safeParse({ ...content, button: { label: 'Open', url } }).success
    expect(withLink('https://docketbox.test/')).toBe(true)
    expect(withLink('javascript:alert(1)')).toBe(false)
    expect(withLink('data:text/html,x')).toBe(false)
  })

  test('keeps its subject on one line', () => {
    expect(mailContent.parse({ ...content, subject: 'Hi\r\nBcc: evil@example.com' }).subject).toBe(
      'Hi Bcc: evil@example.com',
    )
  })
})

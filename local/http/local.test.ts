import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { html } from './html.ts'
import { isLocalHost, listenOnLoopback } from './listen.ts'
import { page, pageHeaders } from './page.ts'
import { refuseProduction } from './refuse-production.ts'

test('a stand-in does not start in production', () => {
  expect(() => refuseProduction('The mailbox', 'production')).toThrow(
    'The mailbox is a local stand-in and never runs in production.',
  )
  expect(() => refuseProduction('The mailbox', 'development')).not.toThrow()
})

test('a stand-in listens where only this machine reaches it', async () => {
  const server = createServer()
  await listenOnLoopback(server)
  expect(server.address()).toMatchObject({ address: '127.0.0.1' })
  server.close()
})

test.each([
  ['localhost:3001', true],
  ['127.0.0.1', true],
  ['[::1]:80', true],
  ['evil.example:3001', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  [undefined, false],
])('the host name %s is this machine: %s', (host, isLocal) => {
  expect(isLocalHost(host)).toBe(isLocal)
})

describe('a page', () => {
  test('escapes every value except its own markup', () => {
    const hostile = `<b title="x" onclick='y'>&`
    expect(html`<p>${hostile}${html`<i>${1}</i>`}${[hostile, null, false]}</p>`.markup).toBe(
      '<p>&lt;b title=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;<i>1</i>&lt;b title=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;</p>',
    )
  })

  test('names its stand-in and may only load its own files', () => {
    const shown = page({
      title: 'Mail',
      standIn: 'Local mailbox',
      note: 'Nothing leaves.',
      body: html`<p>Hi</p>`,
    })
    expect(shown).toContain('Local mailbox')
    expect(shown).toContain('Nothing leaves.')
    expect(pageHeaders['content-security-policy']).toContain("default-src 'none'")
    expect(pageHeaders['content-security-policy']).not.toContain('unsafe')
  })
})

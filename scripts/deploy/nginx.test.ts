import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonRefusals } from '@docketbox/contract'
import { expect, test } from 'vitest'

const SITE = join(import.meta.dirname, '../../deploy/nginx/docketbox.conf')
const site = readFileSync(SITE, 'utf8').replaceAll(/^\s*#.*\n/gm, '')
const servers = site.split(/^server \{/m).slice(1)
const format = /log_format docketbox ([^;]+);/.exec(site)?.[1] ?? ''

test('the access log has neither queries nor referrers, which have tokens and searches', () => {
  const logged = Array.from(format.matchAll(/\$\w+/g), ([name]) => name)
  expect(logged).toEqual(expect.arrayContaining(['$request_method', '$logged_path', '$status']))
  const tooMuch = /^\$(request|request_uri|args|arg_\w+|query_string|http_\w+|cookie_\w+|remote_user|uri)$/
  expect(logged.filter((name) => tooMuch.test(name))).toEqual([])
})

test('the access log has no email address from a path', () => {
  const [, pattern, replacement] =
    /map \$uri \$logged_path \{\s+default \$uri;\s+~(\S+) (\S+);\s+\}/.exec(site) ?? []
  expect('/api/auth/resend-verification/ann@example.com').toMatch(new RegExp(pattern!))
  expect(replacement).toBe('/api/auth/resend-verification/:email')
})

test('every server uses this access log, and logs no request with an error', () => {
  expect(servers).toHaveLength(2)
  for (const server of servers) {
    expect(server.match(/access_log [^;]+;/g)).toEqual(['access_log /var/log/nginx/access.log docketbox;'])
    expect(server.match(/error_log [^;]+;/g)).toEqual(['error_log /var/log/nginx/error.log crit;'])
  }
})

test('a script that one process doesn’t have yet is taken from another, but no call is repeated', () => {
  const [, assets] = /location \/assets\/ \{([^}]+)\}/.exec(site) ?? []
  expect(assets).toContain('proxy_next_upstream error timeout http_404;')
  // Of all of them, however many there are.
  expect(assets).toContain('proxy_next_upstream_tries 0;')
  expect(site.replace(assets!, '')).not.toContain('http_404')
})

test.each(['/readyz', '/readyz/'])('%s, which the product answers, is closed to the public', (path) => {
  const [, pattern, body] = /location ~ (\S+) \{([^}]+)\}/.exec(site) ?? []
  expect(path).toMatch(new RegExp(pattern!))
  expect(body).toContain('deny all;')
})

test('nginx’s own refusals are those of the contract', () => {
  const bodies = Array.from(site.matchAll(/return (\d+) '(\{.+)';/g), ([, status, body]) => ({
    status: Number(status),
    ...(JSON.parse(body!) as object),
  }))
  expect(bodies).toEqual([commonRefusals.unavailable, commonRefusals.tooLarge])
})

test('while no process answers, someone who opens a page gets one that reloads, and the app an error it can read', () => {
  const [, pattern] = /~(\S+) @unavailable_page;/.exec(site) ?? []
  const browser = 'text/html,application/xhtml+xml'
  for (const page of ['/', '/dashboard']) expect(`GET:${page}:${browser}`).toMatch(new RegExp(pattern!))
  for (const call of [`GET:/api/receipts:${browser}`, 'GET:/assets/a.js:*/*', `POST:/dashboard:${browser}`])
    expect(call).not.toMatch(new RegExp(pattern!))
  expect(site).toContain('error_page 502 504 = $unavailable;')
  const [, page] = /location @unavailable_page \{([^]+?)\n {4}\}/.exec(site) ?? []
  expect(page).toMatch(/return 503 '<!doctype html>.*http-equiv="refresh".*<h1>We’ll be back in a moment/)
})

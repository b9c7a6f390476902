import { endpoints } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

describe('the API document', () => {
  test('describes every endpoint of the contract', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`)
    const { openapi, paths } = (await answer.json()) as {
      openapi: string
      paths: Record<string, Record<string, { summary: string }>>
    }
    expect(openapi).toBe('3.1.0')
    for (const { path, method, summary } of endpoints) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation?.summary, `${method} ${path}`).toBe(summary)
    }
  })

  test('can be read as a page that runs no script', async () => {
    const answer = await fetch(`${server.url}/api/docs`)
    const html = await answer.text()
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(html).toContain('/api/categories')
    expect(html).not.toContain('<script')
  })

  test('shows the myGov fields only where the lodgement form has them', async () => {
    const off = await startTestServer({ LODGEMENT_ASKS_MYGOV_PASSWORD: 'false' })
    const said = async (url: string) => (await fetch(url)).text()
    for (const path of ['/api/openapi.json', '/api/docs']) {
      expect(await said(server.url + path)).toContain('confirmMyGovPassword')
      expect(await said(off.url + path)).not.toMatch(/confirmMyGovPassword|myGov fields are/i)
    }
  })
})

import { endpoints } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

describe('the API document', () => {
  test('describes every endpoint of the contract', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`)
    const { openapi, paths } = (await response.json()) as {
      openapi: string
      paths: Record<string, Record<string, { summary: string }>>
    }
    expect(openapi).toBe('3.1.0')
    for (const { path, method, summary } of endpoints) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation?.summary, `${method} ${path}`).toBe(summary)
    }
  })

  test('names every status that each endpoint can refuse a call with', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`)
    type Operations = Record<string, { responses: Record<string, { description: string }> }>
    const { paths } = (await response.json()) as { paths: Record<string, Operations> }
    const codesOf = (path: string, method: string) =>
      Object.values(paths[path]![method]!.responses)
        .flatMap(({ description }) => [...description.matchAll(/^\w+\.(\w+): /gm)])
        .map(([, code]) => code)
    expect(codesOf('/api/receipt/tax-profile', 'get')).toEqual([
      'signInRequired',
      'notAllowed',
      'noSuchAddress',
      'tooManyRequests',
      'unexpected',
      'unavailable',
    ])
    for (const path of ['/api/upload', '/api/upload/image', '/api/upload/drafts/file'])
      expect(codesOf(path, 'post')).toEqual(
        expect.arrayContaining(['malformed', 'noActivePlan', 'tooLarge', 'unsupportedType']),
      )
    expect(codesOf('/api/receipt/many-download', 'get')).toContain('downloadRunning')
    expect(codesOf('/api/receipt/many-download', 'get')).not.toContain('noSuchAddress')
    expect(codesOf('/api/admin/subscription-counts', 'get')).toContain('secondFactorNeeded')
  })

  test('is a page without scripts, too', async () => {
    const response = await fetch(`${server.url}/api/docs`)
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(html).toContain('/api/categories')
    expect(html).not.toContain('<script')
  })

  test('describes the myGov fields only if they are switched on', async () => {
    const withMyGov = await startTestServer({ LODGEMENT_ASKS_MYGOV_PASSWORD: 'true' })
    const textOf = async (url: string) => (await fetch(url)).text()
    for (const path of ['/api/openapi.json', '/api/docs']) {
      expect(await textOf(withMyGov.url + path)).toContain('confirmMyGovPassword')
      expect(await textOf(server.url + path)).not.toMatch(/confirmMyGovPassword|dropped immediately/)
    }
  })
})

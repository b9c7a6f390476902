import { type Endpoint, type Input, isFile, isRedirect, type Output } from '@docketbox/contract/core/endpoint'
import { commonRefusals, type RefusalSpec } from '@docketbox/contract/core/refusal'
import { vi } from 'vitest'

/** A request, validated with the contract. */
type Request<E extends Endpoint> = Input<E, File> & { headers: Record<string, string> }
type FakeResult<E extends Endpoint> = Output<E, Blob> | FakeRefusal | Response
type Fake = { endpoint: Endpoint; respond: (request: never) => unknown }

class FakeRefusal {
  readonly spec: RefusalSpec
  readonly fields: Record<string, string> | undefined
  constructor(spec: RefusalSpec, fields?: Record<string, string>) {
    this.spec = spec
    this.fields = fields
  }
}

/** A fake response that refuses the request. */
export function refuse(spec: RefusalSpec, fields?: Record<string, string>): FakeRefusal {
  return new FakeRefusal(spec, fields)
}

/** A response that isn't one of our server's, such as a proxy's error page. */
export function unreadable(status: number): Response {
  return new Response('<h1>Error</h1>', { status })
}

/** Fakes one endpoint. Requests and responses that break the contract fail to compile, and fail the test. */
export function fake<E extends Endpoint>(
  endpoint: E,
  respond: (request: Request<E>) => FakeResult<E> | Promise<FakeResult<E>>,
): Fake {
  return { endpoint, respond }
}

/** Fakes an endpoint that refuses a request only once `refuseNow` is called. */
export function fakeLateRefusal(
  endpoint: Endpoint,
  spec: RefusalSpec,
): { late: Fake; refuseNow: () => void } {
  const { promise, resolve: refuseNow } = Promise.withResolvers<void>()
  const late = fake(endpoint, async () => {
    await promise
    return refuse(spec)
  })
  return { late, refuseNow }
}

/** Replaces the server with these endpoints. */
export function serveFakes(...fakes: Fake[]): void {
  const serve = async (
    method: string,
    address: string,
    init: { body?: unknown; headers: Record<string, string> },
  ) => {
    const { pathname, searchParams } = new URL(address, 'http://test.invalid')
    const match = fakes.find(({ endpoint }) => endpoint.method === method && paramsOf(endpoint, pathname))
    if (!match) throw new Error(`No fake for ${method} ${pathname}`)
    const { endpoint, respond } = match
    const request = {
      params: paramsOf(endpoint, pathname),
      query: Object.fromEntries(searchParams),
      body: bodyOf(init.body),
      headers: init.headers,
    }
    const problems = problemsIn(endpoint, request)
    if (problems) return refusalResponse(refuse(commonRefusals.invalidInput, problems))
    const result = await respond(request as never)
    if (result instanceof FakeRefusal) return refusalResponse(result)
    if (result instanceof Response) return result
    const { response, status = 200 } = endpoint
    // Node's Response doesn't accept jsdom's Blob.
    if (isFile(response)) return new Response(await (result as Blob).arrayBuffer(), { status })
    if (isRedirect(response)) throw new Error(`${endpoint.path} is followed by the browser, not called`)
    response.parse(result)
    return Response.json(result, { status })
  }
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (init.signal?.aborted) return Promise.reject(new DOMException('Aborted', 'AbortError'))
    return serve(init.method ?? 'GET', address, {
      body: init.body,
      headers: (init.headers ?? {}) as Record<string, string>,
    })
  })
  vi.stubGlobal('XMLHttpRequest', fakeTransfer(serve))
}

/** Makes the server unreachable. */
export function serveNothing(): void {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
}

function refusalResponse({ spec, fields }: FakeRefusal): Response {
  const { code, message, status } = spec
  return Response.json({ code, message, ...(fields && { fields }) }, { status })
}

function paramsOf(endpoint: Endpoint, pathname: string): Record<string, string> | undefined {
  const pattern = endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${pattern}$`).exec(pathname)
  if (!match) return undefined
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

function bodyOf(body: unknown): unknown {
  if (body instanceof FormData) return body.get('file')
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

function problemsIn(
  endpoint: Endpoint,
  request: Record<string, unknown>,
): Record<string, string> | undefined {
  const problems: Record<string, string> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema || isFile(schema)) continue
    const result = schema.safeParse(request[part])
    for (const { path, message } of result.error?.issues ?? []) problems[path.join('.')] = message
  }
  return Object.keys(problems).length > 0 ? problems : undefined
}

type Serve = (
  method: string,
  address: string,
  init: { body?: unknown; headers: Record<string, string> },
) => Promise<Response>

/** Reports progress at half and all of the bytes, then responds. */
function fakeTransfer(serve: Serve) {
  return class extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    #method = ''
    #address = ''
    #headers: Record<string, string> = {}
    #isAborted = false
    #responseHeaders = new Headers()

    open(method: string, address: string) {
      this.#method = method
      this.#address = address
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    getResponseHeader(name: string) {
      return this.#responseHeaders.get(name)
    }
    abort() {
      this.#isAborted = true
      this.dispatchEvent(new Event('abort'))
    }
    async send(body: unknown) {
      const file = bodyOf(body)
      const total = file instanceof Blob ? file.size : 0
      for (const loaded of [Math.floor(total / 2), total]) {
        this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total, lengthComputable: true }))
      }
      const response = await serve(this.#method, this.#address, { body, headers: this.#headers })
      if (this.#isAborted) return
      this.status = response.status
      this.#responseHeaders = response.headers
      this.responseText = await response.text()
      this.dispatchEvent(new Event('load'))
    }
  }
}

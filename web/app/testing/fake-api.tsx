import { type Endpoint, type Input, isFile, isRedirect, type Output } from '@docketbox/contract/core/endpoint'
import { commonRefusals, type RefusalSpec } from '@docketbox/contract/core/refusal'
import { vi } from 'vitest'

/** What the screen sent, checked against the contract. */
type Sent<E extends Endpoint> = Input<E, File> & { headers: Record<string, string> }
type FakeResult<E extends Endpoint> = Output<E, Blob> | FakeRefusal
type Fake = { endpoint: Endpoint; answer: (sent: never) => unknown }

class FakeRefusal {
  readonly spec: RefusalSpec
  readonly fields: Record<string, string> | undefined
  constructor(spec: RefusalSpec, fields?: Record<string, string>) {
    this.spec = spec
    this.fields = fields
  }
}

/** An answer of a fake: the server says no. */
export function refuse(spec: RefusalSpec, fields?: Record<string, string>): FakeRefusal {
  return new FakeRefusal(spec, fields)
}

/** Answers one endpoint in a test. A wrong shape, either way, does not compile and does not run. */
export function fake<E extends Endpoint>(
  endpoint: E,
  answer: (sent: Sent<E>) => FakeResult<E> | Promise<FakeResult<E>>,
): Fake {
  return { endpoint, answer }
}

/** Stands in for the server in one test: these endpoints and no others. */
export function serveFakes(...fakes: Fake[]): void {
  const serve = async (
    method: string,
    address: string,
    init: { body?: unknown; headers: Record<string, string> },
  ) => {
    const { pathname, searchParams } = new URL(address, 'http://test.invalid')
    const found = fakes.find(({ endpoint }) => endpoint.method === method && paramsOf(endpoint, pathname))
    if (!found) throw new Error(`No fake for ${method} ${pathname}`)
    const { endpoint, answer } = found
    const sent = {
      params: paramsOf(endpoint, pathname),
      query: Object.fromEntries(searchParams),
      body: bodyOf(init.body),
      headers: init.headers,
    }
    const wrong = problemIn(endpoint, sent)
    if (wrong) return refusalResponse(refuse(commonRefusals.invalidInput, wrong))
    const given = await answer(sent as never)
    if (given instanceof FakeRefusal) return refusalResponse(given)
    const { response, status = 200 } = endpoint
    // jsdom's Blob and Node's Response do not know each other: bytes do.
    if (isFile(response)) return new Response(await (given as Blob).arrayBuffer(), { status })
    if (isRedirect(response)) throw new Error(`${endpoint.path} is followed by the browser, not called`)
    // Said as the server would: what the contract accepts, as JSON.
    response.parse(given)
    return Response.json(given, { status })
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

/** The server cannot be reached at all. */
export function serveNothing(): void {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
}

function refusalResponse({ spec, fields }: FakeRefusal): Response {
  const { code, message, status } = spec
  return Response.json({ code, message, ...(fields && { fields }) }, { status })
}

function paramsOf(endpoint: Endpoint, pathname: string): Record<string, string> | undefined {
  const pattern = endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${pattern}$`).exec(pathname)
  if (!found) return undefined
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

function bodyOf(body: unknown): unknown {
  if (body instanceof FormData) return body.get('file')
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

function problemIn(endpoint: Endpoint, sent: Record<string, unknown>): Record<string, string> | undefined {
  const problems: Record<string, string> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema || isFile(schema)) continue
    const result = schema.safeParse(sent[part])
    for (const { path, message } of result.error?.issues ?? []) problems[path.join('.')] = message
  }
  return Object.keys(problems).length > 0 ? problems : undefined
}

type Serve = (
  method: string,
  address: string,
  init: { body?: unknown; headers: Record<string, string> },
) => Promise<Response>

/** An upload as the screens see it: half of the bytes, all of them, the answer. */
function fakeTransfer(serve: Serve) {
  return class extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    #method = ''
    #address = ''
    #headers: Record<string, string> = {}
    #isAborted = false

    open(method: string, address: string) {
      this.#method = method
      this.#address = address
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
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
      const answer = await serve(this.#method, this.#address, { body, headers: this.#headers })
      if (this.#isAborted) return
      this.status = answer.status
      this.responseText = await answer.text()
      this.dispatchEvent(new Event('load'))
    }
  }
}

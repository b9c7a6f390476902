import { type Endpoint, type Input, isFile, type Output, urlOf } from '@docketbox/contract'

export type Caller = Readonly<{ token?: string; address?: string }>

/** Calls an endpoint as the web app does. @throws Error on any unsuccessful response */
export async function callApi<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: Input<E, File>,
  { token, address }: Caller = {},
): Promise<Output<E, Buffer>> {
  const parts = input as { params?: unknown; query?: unknown; body?: unknown }
  const hasJson = parts.body !== undefined && !(parts.body instanceof File)
  const response = await fetch(url + urlOf(endpoint, parts), {
    method: endpoint.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
      ...(hasJson && { 'content-type': 'application/json' }),
    },
    ...(parts.body !== undefined && { body: encode(parts.body) }),
  })
  if (!response.ok)
    throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${await response.text()}`)
  const isBytes = isFile(endpoint.response)
  const result: unknown = isBytes ? Buffer.from(await response.arrayBuffer()) : await response.json()
  return result as Output<E, Buffer>
}

function encode(body: unknown): string | FormData {
  if (!(body instanceof File)) return JSON.stringify(body)
  const form = new FormData()
  form.append('file', body)
  return form
}

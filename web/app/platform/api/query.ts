import { type Endpoint, type Input, type Output, urlOf } from '@docketbox/contract/core/endpoint'
import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from './client.ts'

type Key = readonly [endpoint: string, ...input: unknown[]]

/** The first part of every query key of a call: all its inputs share it. */
export function endpointKey({ method, path }: Endpoint): Key {
  return [`${method} ${path}`]
}

/**
 * React Query's options for reading from an endpoint; spread them to add others.
 * @param input the endpoint's input; part of the key, so that each input is cached separately.
 */
export function query<const E extends Endpoint>(endpoint: E, input: Input<E, File>) {
  const { params, query: search, body } = input as { params?: unknown; query?: unknown; body?: unknown }
  return queryOptions<Output<E, Blob>, Error, Output<E, Blob>, Key>({
    queryKey: [
      ...endpointKey(endpoint),
      urlOf(endpoint, { params, query: search }),
      ...(body === undefined ? [] : [body]),
    ],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/**
 * React Query's options for a change.
 * @param invalidates the endpoints to read again once the change is through, whether it succeeded or not.
 */
export function mutation<const E extends Endpoint>(
  endpoint: E,
  { invalidates = [], ...options }: { invalidates?: readonly Endpoint[] } & CallOptions = {},
) {
  return mutationOptions<Output<E, Blob>, Error, Input<E, File>>({
    mutationKey: endpointKey(endpoint),
    mutationFn: (input) => call(endpoint, input, options),
    meta: { invalidates },
  })
}

/**
 * Options of changes that are sent one after the other, so that the last one wins.
 * @param id of what they change.
 */
export function inOrder(id: string) {
  return { scope: { id } }
}

/** Options of a query that's read again every `everyMs` for as long as its data isn't final. */
export function repeatWhile<Data>(isUnfinished: (data: Data) => boolean, everyMs: number) {
  return {
    refetchInterval: ({ state: { data } }: { state: { data: Data | undefined } }) =>
      data !== undefined && isUnfinished(data) && everyMs,
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      invalidates?: readonly Endpoint[]
      /** A query of those that's still up to date, unless the change fails. */
      except?: QueryKey
    }
  }
}

import type { FormValues } from './form.ts'
import type { World } from '#stripe/store/world.ts'

export type Call = {
  world: World
  params: Record<string, string>
  input: FormValues
  /** Publishable keys can see and do very little. */
  isPublic: boolean
}

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: `/v1/${string}`
  /** Also for browsers, which only have the publishable key and a client secret. */
  isPublic?: true
  handle: (call: Call) => object
}

export function get(path: Route['path'], handle: Route['handle']): Route {
  return { method: 'GET', path, handle }
}

export function post(path: Route['path'], handle: Route['handle']): Route {
  return { method: 'POST', path, handle }
}

export function remove(path: Route['path'], handle: Route['handle']): Route {
  return { method: 'DELETE', path, handle }
}

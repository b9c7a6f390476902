import type { Given } from './form.ts'
import type { World } from '#stripe/store/world.ts'

export type Call = {
  world: World
  params: Record<string, string>
  given: Given
  /** A publishable key sees little and may do less. */
  isPublic: boolean
}

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: `/v1/${string}`
  /** Also answers browsers that hold only the publishable key and a client secret. */
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

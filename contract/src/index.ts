import { categoryEndpoints } from './categories.ts'
import type { Endpoint } from './endpoint.ts'

export * from './categories.ts'
export * from './endpoint.ts'
export * from './list.ts'
export * from './person.ts'
export * from './refusals.ts'

/** Every call of the product, by slice. */
export const api = {
  categories: categoryEndpoints,
} as const

/** The same calls as one flat list, for whoever walks over all of them. */
export const endpoints: readonly Endpoint[] = Object.values<Record<string, Endpoint>>(api).flatMap((slice) =>
  Object.values(slice),
)

import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'

/** The calls of the SDK that the suites made, such as `refunds.create`, by target and whether it was by a shared test. */
const made: { target: string; call: string; isShared: boolean }[] = []
let isShared = true

/** For the body of a test that needs the stand-in's controls. */
export function needsStandIn(): void {
  isShared = false
  onTestFinished(() => void (isShared = true))
}

/** Stripe's client, noting which of its methods are called. */
export function recorded(target: string, stripe: Stripe): Stripe {
  return wrap(stripe, [])

  function wrap<T extends object>(node: T, path: string[]): T {
    return new Proxy(node, {
      get(inner, name) {
        const value: unknown = Reflect.get(inner, name)
        const deeper = [...path, String(name)]
        if (typeof value === 'function') {
          return (...args: unknown[]) => {
            made.push({ target, call: deeper.join('.'), isShared })
            return Reflect.apply(value, inner, args) as unknown
          }
        }
        return isResource(value) ? wrap(value, deeper) : value
      },
    })
  }
}

function isResource(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function wasMade(call: string, target: string, only: 'shared' | 'any' = 'any'): boolean {
  return made.some((one) => one.call === call && one.target === target && (only === 'any' || one.isShared))
}

const SERVER = join(import.meta.dirname, '../../../server/src')

/** Every method of Stripe's SDK that the product calls, from its source. */
export async function productCalls(): Promise<string[]> {
  const stripe = new Stripe('sk_test_unused')
  const calls = new Set<string>()
  for await (const file of glob(['features/payments/**/*.ts', 'platform/payments/**/*.ts'], {
    cwd: SERVER,
  })) {
    // Only tests make these calls, in the role of banks and of administrators at Stripe.
    if (file.endsWith('.test.ts') || /\/testing\//.test(file)) continue
    const source = readFileSync(join(SERVER, file), 'utf8')
    for (const [, names] of source.matchAll(/\b((?:\w+\s*\.\s*){1,3}\w+)\(/g)) {
      const path = names!.replaceAll(/\s/g, '').split('.')
      if (path[0] === 'stripe') path.shift()
      if (path.length > 1 && isMethod(stripe, path)) calls.add(path.join('.'))
    }
  }
  return [...calls].toSorted()
}

function isMethod(stripe: Stripe, path: string[]): boolean {
  if (path[0] === 'webhooks') return false
  let node: unknown = stripe
  for (const [at, name] of path.entries()) {
    if (typeof node !== 'object' || node === null || (at === 0 && !Object.hasOwn(node, name))) return false
    node = (node as Record<string, unknown>)[name]
  }
  return typeof node === 'function'
}

import { badRequest } from './fault.ts'
import type { FormValues } from './form.ts'
import { kindOfId } from '#stripe/store/tables.ts'
import { includableOf, present, type World } from '#stripe/store/world.ts'

type Node = Record<string, unknown>

/** The response to a call: `expand` replaces ids by objects and includes optional fields. */
export function responseOf(world: World, result: object, expand: FormValues[string] | undefined): object {
  const requested = Array.isArray(expand) ? expand : [expand]
  const paths = requested.filter((path) => typeof path === 'string')
  return shape(
    world,
    result as Node,
    paths.map((path) => path.split('.')),
  )
}

function shape(world: World, node: Node, paths: string[][]): Node {
  if (node['object'] === 'list') {
    const inner = paths.map(([head, ...rest]) => {
      if (head !== 'data') throw cannotExpand(head)
      return rest
    })
    return { ...node, data: (node['data'] as Node[]).map((row) => shape(world, row, inner)) }
  }
  const shown: Node = present(node)
  for (const head of new Set(paths.map((path) => path[0]!).filter(Boolean))) {
    const deeper = paths.filter((path) => path[0] === head && path.length > 1).map((path) => path.slice(1))
    shown[head] = expanded(world, node, head, deeper)
  }
  return shown
}

function expanded(world: World, node: Node, head: string, deeper: string[][]): unknown {
  const value = node[head]
  if (value === null) return null
  if (value === undefined) {
    if (includableOf(node).includes(head)) return undefined
    throw cannotExpand(head)
  }
  if (typeof value === 'object') {
    const isPlain = !('object' in value)
    return isPlain ? shapePlain(world, value as Node, deeper) : shape(world, value as Node, deeper)
  }
  const kind = typeof value === 'string' ? kindOfId(value) : undefined
  const row = kind && world.find(kind, value as string)
  if (!row) throw cannotExpand(head)
  return shape(world, row as Node, deeper)
}

function shapePlain(world: World, node: Node, paths: string[][]): Node {
  const shown = structuredClone(node)
  for (const [head, ...rest] of paths) shown[head!] = expanded(world, node, head!, rest.length ? [rest] : [])
  return shown
}

function cannotExpand(name: string | undefined): Error {
  return badRequest(`This property cannot be expanded (${name}).`, 'expand')
}

import { paths } from '@docketbox/contract/core/paths'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from './routes.ts'

type Entry = (typeof routes)[number]

function routeObjects(entries: readonly Entry[]): RouteObject[] {
  return entries.map(({ path, index, children, file }) =>
    index
      ? { index: true, id: file }
      : { path, id: file, children: routeObjects((children ?? []) as Entry[]) },
  ) as RouteObject[]
}

const table = routeObjects(routes.filter(({ path }) => path !== '*'))
const written = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('any id')))

test.each(written)('%s leads to a screen', (path) => {
  expect(matchRoutes(table, new URL(path, 'http://test.invalid').pathname)).not.toBeNull()
})

test('every screen can be linked to by name', () => {
  const screens = written.map(
    (path) => matchRoutes(table, new URL(path, 'http://test.invalid').pathname)!.at(-1)!.route.id,
  )
  const leaves = (entries: RouteObject[]): string[] =>
    entries.flatMap(({ id, children }) => (children?.length ? leaves(children) : [id!]))
  expect(new Set(screens)).toEqual(new Set(leaves(table)))
})

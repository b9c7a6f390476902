import { useCallback, useEffect } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

type Changes = Record<string, string>

/**
 * The URL's query, where screens keep filters and pages so that Back, a reload and a shared link preserve them.
 * @returns `setParams` changes the given parameters; empty values are removed.
 */
export function useUrlParams() {
  const [params, setSearchParams] = useSearchParams()
  const setParams = useCallback(
    (changes: Changes, options?: NavigateOptions) => {
      const next = new URLSearchParams(params)
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      // Back would seem to do nothing if the same address came twice.
      const isSame = next.toString() === params.toString() && options?.state === undefined
      if (!isSame) setSearchParams(next, options)
    },
    [params, setSearchParams],
  )
  return { params, setParams }
}

/** The parameters that are typed bit by bit. D1 is no part of D10. */
const searches: readonly string[] = ['q', 'email', 'find']

/** The parameters of a paged list. `setFilter` also goes to page 1; a search that's still being typed stays one entry. */
export function useListParams() {
  const { params, setParams } = useUrlParams()
  const page = Number(params.get('page') ?? 1)
  const setFilter = useCallback(
    (changes: Changes, options?: NavigateOptions) =>
      setParams(
        { ...changes, page: '' },
        { ...options, replace: options?.replace === true || isTyping(params, changes) },
      ),
    [params, setParams],
  )
  const setPage = useCallback(
    (next: number, options?: NavigateOptions) => setParams({ page: next === 1 ? '' : String(next) }, options),
    [setParams],
  )
  return { params, page: Number.isInteger(page) && page >= 1 ? page : 1, setFilter, setPage }
}

/** Whether a text is made longer or shorter and nothing else is set. Back shouldn't stop at each pause in typing. */
function isTyping(params: URLSearchParams, changes: Changes): boolean {
  const [[name, next] = ['', ''], ...others] = Object.entries(changes)
  const last = params.get(name) ?? ''
  const isLonger = next.startsWith(last) || last.startsWith(next)
  return (
    others.every(([, value]) => value === '') &&
    searches.includes(name) &&
    last !== '' &&
    next !== '' &&
    isLonger
  )
}

type Page = { page: number; totalPages: number; totalDocs: number }

/** Whether a list has become shorter than this page of it, so that the last one is shown instead. */
export function isBeyondEnd({ page, totalPages, totalDocs }: Page): boolean {
  return totalDocs > 0 && page > totalPages
}

/** Goes to the last page when the list has become shorter than the page in the URL. */
export function useClampedPage(
  list: Page | undefined,
  setPage: ReturnType<typeof useListParams>['setPage'],
): void {
  const lastPage = list && isBeyondEnd(list) ? list.totalPages : undefined
  useEffect(() => {
    if (lastPage !== undefined) setPage(lastPage, { replace: true })
  }, [lastPage, setPage])
}

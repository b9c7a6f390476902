import { auditGroups } from '@docketbox/contract/admin/endpoints'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { usePageParam } from '#platform/page/page-param.ts'
import type { AuditFilter } from '../queries.ts'

export type Narrowing = Partial<Omit<AuditFilter, 'page'>>

/** What the audit log is narrowed to, kept in the address as `?group=payments&email=ann@example.com`. */
export function useAuditAddress() {
  const [params, setParams] = useSearchParams()
  const { page, setPage } = usePageParam()
  const filter: AuditFilter = {
    page,
    group: auditGroups.find((group) => group === params.get('group')) ?? '',
    email: params.get('email') ?? '',
  }

  const narrow = useCallback(
    (change: Narrowing) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        next.delete('page')
        return next
      }),
    [setParams],
  )
  return { filter, narrow, setPage }
}

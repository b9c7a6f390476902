import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '#platform/api/query-client.ts'
import { followOtherWindows } from '#platform/api/reload.ts'
import { useSession } from '#platform/session/session.ts'

/** Screens that read from the server; separate so that the landing page loads without React Query. */
export default function DataLayout() {
  const session = useSession()
  const token = session?.token

  useEffect(() => followOtherWindows(queryClient), [])

  // The next user of this device must not see what this one saw.
  useEffect(() => () => queryClient.clear(), [token])

  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}

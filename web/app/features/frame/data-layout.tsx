import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '#platform/api/query-client.ts'
import { useSession } from '#platform/session/session.ts'

/** Screens that ask the server for something. Kept apart so that the landing page loads without it. */
export default function DataLayout() {
  const session = useSession()
  const token = session?.token

  // What one person has seen is not for the next one on this device.
  useEffect(() => () => queryClient.clear(), [token])

  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}

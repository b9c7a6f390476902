import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#platform/query-client'
import { LodgementForm } from './lodgement-form.tsx'

/** The form with what it needs to ask the server; fetched apart from the page. */
export function LodgementScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <LodgementForm />
    </QueryClientProvider>
  )
}

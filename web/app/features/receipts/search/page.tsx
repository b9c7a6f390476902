import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { paths } from '@docketbox/contract/core/paths'
import { FolderOpen, NotebookPen } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { today } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Page } from '#ui/layout/page.tsx'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { Receipts } from '../list/receipts.tsx'
import { useReceipts } from '../list/use-receipts.ts'

export const meta = () => pageMeta({ title: 'Receipts' })

export default function ReceiptsPage() {
  const list = useReceipts()
  useSearchFocus()
  return (
    <LeaveGuard insteadOfBack={list.insteadOfBack}>
      <Page
        width="full"
        title="Receipts"
        actions={
          <div className="flex flex-wrap gap-2 print:hidden">
            <ButtonLink to={paths.expenses(incomeYearOf(today()))} variant="secondary" icon={NotebookPen}>
              No receipt?
            </ButtonLink>
            <ButtonLink to={paths.categories} variant="secondary" icon={FolderOpen}>
              Categories
            </ButtonLink>
          </div>
        }
      >
        <Receipts list={list} empty="No receipts yet." />
      </Page>
    </LeaveGuard>
  )
}

/** After `/` on another screen, the search has the focus instead of the heading. */
function useSearchFocus(): void {
  const state = useLocation().state as { isSearching?: boolean } | null
  const isSearching = state?.isSearching === true
  useEffect(() => {
    if (isSearching) document.querySelector<HTMLElement>('main input[type=search]')?.focus()
  }, [isSearching])
}

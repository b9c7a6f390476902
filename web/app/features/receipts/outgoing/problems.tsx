import { paths } from '@docketbox/contract/core/paths'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { categories } from '#features/categories'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { usePendingUpload } from '../pending/store.ts'
import { EnteredValues } from '../to-file/row/overtaken-notice.tsx'
import { removeOutgoing, undoOutgoing, useOutgoing } from './list.ts'
import type { Outgoing } from './stored.ts'

/** Receipts that couldn't be saved in the background, and why. */
export function OutgoingProblems() {
  const all = useOutgoing().filter(({ problem }) => problem !== undefined)
  const nameOf = useCategoryName()
  const takeBack = useTakeBack()
  return all.map((one) =>
    one.entered ? (
      <Entered key={one.id} {...one} entered={one.entered} />
    ) : (
      <Notice key={one.id} tone="danger" role="alert">
        <div className="-my-2 flex flex-wrap items-center gap-x-1">
          <span className="mr-auto py-2">
            {one.upload.description.trim() || 'A receipt'} wasn’t saved
            {one.category && ` to ${nameOf(one)}`}. {one.problem}
          </span>
          {takeBack && (
            <Button variant="quiet" size="small" onClick={() => takeBack(one)}>
              View
            </Button>
          )}
        </div>
      </Notice>
    ),
  )
}

/** What was typed about a receipt that was changed, filed or discarded elsewhere, until the user has seen it. */
function Entered({ id, entered, problem, isInToFile }: Outgoing & { entered: DraftEdit }) {
  const { data = [] } = useQuery(categories)
  return (
    <Notice tone="warning" role="alert">
      <p>{problem} We couldn’t save what you entered here:</p>
      <EnteredValues values={entered} categories={data} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => removeOutgoing(id)}>
          OK
        </Button>
        <ButtonLink variant="quiet" size="small" to={isInToFile ? paths.toFile : paths.receipts}>
          Open {isInToFile ? 'To file' : 'Receipts'}
        </ButtonLink>
      </div>
    </Notice>
  )
}

/** Makes a receipt the pending upload again, and shows it. Undefined while there's another. */
export function useTakeBack(): ((one: Outgoing) => void) | undefined {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isBusy = Boolean(usePendingUpload()?.files.length)
  if (isBusy) return undefined
  return (one) => {
    undoOutgoing(one)
    const path = one.upload.origin === 'capture' ? paths.capture : paths.upload
    if (pathname !== path) void navigate(path)
  }
}

/** The name of the category that a receipt is saved in. */
export function useCategoryName() {
  const { data } = useQuery(categories)
  return ({ category }: Pick<Outgoing, 'category'>): string =>
    data?.find(({ _id }) => _id === category)?.name ?? 'its category'
}

import { paths, withQuery } from '@docketbox/contract/core/paths'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { ReceiptSort } from '@docketbox/contract/receipts/search-endpoints'
import { MAX_VIEW_NAME } from '@docketbox/contract/receipts/view-endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { mutation, query } from '#platform/api/query.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { ErrorNotice } from '#ui/feedback/notice.tsx'
import { toast, toastError } from '#ui/feedback/toast.ts'
import { Dialog, DialogActions } from '#ui/overlay/dialog.tsx'
import { useConfirmDiscard } from '#ui/overlay/discard-changes.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlay/menu.tsx'
import { filterNames, type SearchFilter } from './params.ts'

type View = { _id: string; name: string; filter: SearchFilter; sort: ReceiptSort }
type SavedViewsProps = { filter: SearchFilter; sort: ReceiptSort }

const invalidates = [receiptEndpoints.views]

/** The saved views, and what can be done with the one on screen. */
export function SavedViews({ filter, sort }: SavedViewsProps) {
  const { data } = useQuery(query(receiptEndpoints.views, {}))
  const views = data?.docs ?? []
  const address = addressOf({ filter, sort })
  const current = views.find((view) => addressOf(view) === address)
  const [named, setNamed] = useState<View>()
  const remove = useRemoveView()
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button
            variant="secondary"
            className="max-sm:gap-0"
            icon={<Bookmark className="size-4.5" />}
            aria-label="Views"
          >
            <span className="max-sm:hidden">Views</span>
          </Button>
        }
      >
        {views.length === 0 && (
          <p className="max-w-60 px-3 py-2 text-sm text-soft">
            Save the filters and order you use often, such as receipts without an amount.
          </p>
        )}
        {views.map((view) => (
          <MenuLink
            key={view._id}
            to={addressOf(view)}
            icon={<Check className={view === current ? 'size-4.5' : 'invisible size-4.5'} />}
          >
            <span className="max-w-60 truncate">{view.name}</span>
          </MenuLink>
        ))}
        <MenuSeparator />
        {current ? (
          <>
            <MenuItem icon={<Pencil className="size-4.5" />} onSelect={() => setNamed(current)}>
              Rename this view
            </MenuItem>
            <MenuItem icon={<Trash2 className="size-4.5" />} tone="danger" onSelect={() => remove(current)}>
              Delete this view
            </MenuItem>
          </>
        ) : (
          <MenuItem
            icon={<BookmarkPlus className="size-4.5" />}
            onSelect={() => setNamed({ _id: crypto.randomUUID(), name: '', filter, sort })}
          >
            Save this view
          </MenuItem>
        )}
      </Menu>
      {named && <NameDialog view={named} onClose={() => setNamed(undefined)} />}
    </>
  )
}

/** The list a view shows; equal for equal views. */
function addressOf({ filter, sort }: Pick<View, 'filter' | 'sort'>): string {
  const values = filterNames.map((name) => [name, filter[name] as string | number | undefined])
  return withQuery(paths.receipts, { ...Object.fromEntries(values), sort: sort === '-date' ? '' : sort })
}

/** Asks for the name of a new view, or for a new name. */
function NameDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const id = useId()
  const [name, setName] = useState(view.name)
  const save = useMutation(mutation(receiptEndpoints.saveView, { invalidates }))
  const { requestClose, confirmation } = useConfirmDiscard(name !== view.name, onClose, save.isPending)
  const isNew = view.name === ''
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const { _id: viewId, filter, sort } = view
    save.mutate({ params: { viewId }, body: { name, filter, sort } }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && requestClose()}
      title={isNew ? 'Save this view' : 'Rename this view'}
    >
      <form onSubmit={handleSubmit} noValidate>
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            Name
          </label>
          <Input
            id={id}
            autoComplete="off"
            maxLength={MAX_VIEW_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <ErrorNotice className="mt-4">{save.error?.message}</ErrorNotice>
        <DialogActions>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''} busy={save.isPending && 'Saving…'}>
            {isNew ? 'Save view' : 'Rename'}
          </Button>
        </DialogActions>
      </form>
      {confirmation}
    </Dialog>
  )
}

/** Deletes a view; Undo saves it again. */
function useRemoveView() {
  const remove = useMutation(mutation(receiptEndpoints.removeView, { invalidates }))
  const save = useMutation(mutation(receiptEndpoints.saveView, { invalidates }))
  const restore = ({ _id: viewId, ...body }: View) =>
    void save
      .mutateAsync({ params: { viewId }, body })
      .then(() => toast.success('View restored.'))
      .catch(toastError)
  return (view: View) =>
    void remove
      .mutateAsync({ params: { viewId: view._id } })
      .then(() =>
        toast.success(`Deleted the view “${view.name}”.`, {
          action: { label: 'Undo', onPress: () => restore(view) },
        }),
      )
      .catch(toastError)
}

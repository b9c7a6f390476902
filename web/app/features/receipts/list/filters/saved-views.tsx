import { paths, withQuery } from '@docketbox/contract/core/paths'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { ReceiptSort } from '@docketbox/contract/receipts/search-endpoints'
import { MAX_VIEW_NAME, savedView } from '@docketbox/contract/receipts/view-endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { mutation, query } from '#platform/api/query.ts'
import { Button } from '#ui/controls/button.tsx'
import { attemptChange } from '#ui/feedback/attempt-change.ts'
import { offerUndo } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/fields/text-field.tsx'
import { SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { DialogActions } from '#ui/overlay/dialog.tsx'
import { CancelButton, FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlay/menu.tsx'
import { filterNames, type SearchFilter } from '../params.ts'

type View = { _id: string; name: string; filter: SearchFilter; sort: ReceiptSort }
type SavedViewsProps = { filter: SearchFilter; sort: ReceiptSort }

const invalidates = [receiptEndpoints.views]
const nameForm = savedView.pick({ name: true })

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
        trigger={
          <Button variant="secondary" className="max-sm:gap-0" icon={Bookmark} aria-label="Views">
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
            icon={Check}
            iconClassName={view === current ? 'size-4.5' : 'invisible size-4.5'}
          >
            <span className="max-w-60 truncate">{view.name}</span>
          </MenuLink>
        ))}
        <MenuSeparator />
        {current ? (
          <>
            <MenuItem icon={Pencil} onSelect={() => setNamed(current)}>
              Rename this view
            </MenuItem>
            <MenuItem icon={Trash2} tone="danger" onSelect={() => remove(current)}>
              Delete this view
            </MenuItem>
          </>
        ) : (
          <MenuItem
            icon={BookmarkPlus}
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

function NameDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const save = useMutation(mutation(receiptEndpoints.saveView, { invalidates }))
  const form = useFormOf(nameForm, { name: view.name })
  const isNew = view.name === ''
  const title = isNew ? 'Save this view' : 'Rename this view'
  const handleSubmit = async ({ name }: { name: string }) => {
    const { _id: viewId, filter, sort } = view
    await save.mutateAsync({ params: { viewId }, body: { name, filter, sort } })
    onClose()
  }
  return (
    <FormDialog onClose={onClose} title={title} form={form} onSubmit={handleSubmit} label={title}>
      <TextField name="name" label="Name" autoComplete="off" maxLength={MAX_VIEW_NAME} />
      <DialogActions>
        <CancelButton />
        <SubmitButton busy="Saving…">{isNew ? 'Save view' : 'Rename'}</SubmitButton>
      </DialogActions>
    </FormDialog>
  )
}

/** Deletes a view; Undo saves it again. */
function useRemoveView() {
  const remove = useMutation(mutation(receiptEndpoints.removeView, { invalidates }))
  const save = useMutation(mutation(receiptEndpoints.saveView, { invalidates }))
  const restore = ({ _id: viewId, ...body }: View) => save.mutateAsync({ params: { viewId }, body })
  return (view: View) =>
    attemptChange(async () => {
      await remove.mutateAsync({ params: { viewId: view._id } })
      offerUndo(`Deleted the view “${view.name}”.`, () => restore(view), 'View restored.')
    })
}

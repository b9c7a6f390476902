/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-interactions -- table elements lose their roles when CSS displays them as blocks; keys act on the focused row */
import { receiptCount } from '@docketbox/contract/core/counts'
import type { Category } from '@docketbox/contract/categories/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { useDraftsBeingSaved } from '../outgoing/being-saved.ts'
import { allDrafts } from './queries.ts'
import { ToFileRow } from './row/row.tsx'
import { isSure, problemsOf, valuesOf } from './row/row-values.ts'
import type { Edits } from './use-edits.ts'
import { useFiling } from './use-filing.ts'
import { useRowKeys } from './use-row-keys.ts'

const columns = [
  { heading: 'Image', width: 'xl:w-26' },
  { heading: 'Supplier and description', width: '' },
  { heading: 'Date, total and category', width: 'xl:w-80' },
  { heading: 'Actions', width: 'xl:w-44' },
]

type ToFileTableProps = {
  /** Those of one page. */
  drafts: readonly Draft[]
  /** How many there are on all pages. */
  total: number
  categories: readonly Category[]
  edits: Edits
}

/** The uploads of one page: each can be corrected, filed or discarded; those that are certain all at once. */
export function ToFileTable({ drafts, total, categories: all, edits }: ToFileTableProps) {
  const { editOf, setEdit } = edits
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const { isGone, fileRows, discardRow, splitRow } = useFiling(edits)
  const saving = useDraftsBeingSaved()
  const isShown = (draft: Draft) => !isGone(draft) && !saving.includes(draft.uri)
  const rows = drafts.filter(isShown)
  const hasOtherPages = total > drafts.length
  const { data: onAllPages } = useQuery({ ...allDrafts, enabled: hasOtherPages })
  const others = onAllPages?.filter(({ uri }) => !drafts.some((draft) => draft.uri === uri)) ?? []
  const sure =
    hasOtherPages && !onAllPages
      ? []
      : [...rows, ...others].filter((draft) => isShown(draft) && isSure(draft, editOf(draft)))

  const handleFile = (draft: Draft): boolean => {
    const edit = editOf(draft)
    if (problemsOf(valuesOf(draft, edit)).length > 0) {
      setTried((current) => new Set([...current, draft.uri]))
      return false
    }
    void fileRows([{ draft, edit }], { isSeen: true })
    return true
  }
  const keys = useRowKeys(rows, {
    onFile: handleFile,
    onDiscard: (draft) => void discardRow({ draft, edit: editOf(draft) }),
    onCategory: (draft, index) => {
      const category = all[index]?._id
      if (category) setEdit(draft, { category })
    },
  })

  if (rows.length === 0) {
    const isSaving = drafts.some(({ uri }) => saving.includes(uri))
    return (
      <p className="py-10 text-center text-soft">
        {isSaving
          ? 'Still saving your last uploads…'
          : hasOtherPages
            ? 'One moment…'
            : 'All filed. Nice work.'}
      </p>
    )
  }
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft max-sm:hidden pointer-coarse:hidden">
          <kbd>Enter</kbd> files, <kbd>1</kbd>–<kbd>6</kbd> choose a category, <kbd>↑</kbd> <kbd>↓</kbd> move,{' '}
          <kbd>Delete</kbd> discards
        </p>
        {sure.length > 0 ? (
          <Button
            icon={<CheckCheck className="size-4.5" />}
            onClick={() =>
              void fileRows(
                sure.map((draft) => ({ draft, edit: editOf(draft) })),
                { isSeen: false },
              )
            }
          >
            {sure.length === 1 ? 'File the one we’re sure about' : `File the ${sure.length} we’re sure about`}
          </Button>
        ) : (
          <p className="hidden text-sm text-soft max-sm:block pointer-coarse:block">
            {receiptCount(total - drafts.length + rows.length)} to file
          </p>
        )}
      </div>
      <div className="rounded-lg border border-line bg-sheet">
        <table role="table" className="w-full table-fixed border-collapse max-xl:block" {...keys.props}>
          <caption className="sr-only">Uploads to file</caption>
          <thead role="rowgroup" className="max-xl:sr-only">
            <tr role="row" className="border-b border-line">
              {columns.map(({ heading, width }) => (
                <th
                  key={heading}
                  scope="col"
                  role="columnheader"
                  className={`px-3 py-3 text-left text-xs font-semibold text-soft ${width}`}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-xl:block">
            {rows.map((draft) => (
              <ToFileRow
                key={draft.uri}
                draft={draft}
                edit={editOf(draft)}
                categories={all}
                showProblems={tried.has(draft.uri)}
                isCurrent={keys.isCurrent(draft)}
                overtaken={edits.overtakenOf(draft)}
                onKeepNewer={() => edits.acceptNewer(draft)}
                onEdit={(change) => setEdit(draft, change)}
                onFile={() => keys.leaveRow(draft, () => handleFile(draft))}
                onSplit={(receipts) =>
                  keys.leaveRow(draft, () => {
                    void splitRow(draft, receipts)
                    return true
                  })
                }
                onDiscard={() =>
                  keys.leaveRow(draft, () => {
                    void discardRow({ draft, edit: editOf(draft) })
                    return true
                  })
                }
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

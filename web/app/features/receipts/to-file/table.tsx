/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-interactions -- table elements lose their roles when CSS displays them as blocks; keys act on the focused row */
import { receiptCount } from '@docketbox/contract/core/counts'
import type { Category } from '@docketbox/contract/categories/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { hasCharacterKeys } from '#platform/page/character-keys.ts'
import { Button } from '#ui/controls/button.tsx'
import { useDraftsBeingSaved } from '../outgoing/being-saved.ts'
import { tooManyPages } from '../pending/limits.ts'
import { uploadRules } from '../pending/queries.ts'
import { allDrafts } from './queries.ts'
import { type RowHandlers, ToFileRow } from './row/row.tsx'
import { problemsOfPages } from './row/join-rows.ts'
import { isSure, problemsOf, type Row, type RowField, valuesOf } from './row/row-values.ts'
import { SelectedPages } from './pages/selected-pages.tsx'
import type { Edits } from './use-edits.ts'
import type { Filing } from './use-filing.ts'
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
  filing: Filing
}

/** The uploads of one page: each can be corrected, filed or discarded; those that are certain all at once. */
export function ToFileTable({ drafts, total, categories: all, edits, filing }: ToFileTableProps) {
  const { editOf, setEdit } = edits
  const [attempts, setAttempts] = useState<ReadonlyMap<string, number>>(new Map())
  const [triedPages, setTriedPages] = useState(false)
  const [selected, setSelected] = useState<readonly string[]>([])
  const { isGone, fileRows, filePages, discardRow, splitRow } = filing
  const saving = useDraftsBeingSaved()
  const isShown = (draft: Draft) => !isGone(draft) && !saving.includes(draft.uri)
  const rows = drafts.filter(isShown)
  const hasOtherPages = total > drafts.length
  const { data: onAllPages } = useQuery({ ...allDrafts, enabled: hasOtherPages })
  // Once one page has them all, they aren't loaded again.
  const others = hasOtherPages
    ? (onAllPages?.filter(({ uri }) => !drafts.some((draft) => draft.uri === uri)) ?? [])
    : []
  const sure =
    hasOtherPages && !onAllPages
      ? []
      : [...rows, ...others].filter(
          (draft) => isShown(draft) && isSure(draft, editOf(draft)) && !selected.includes(draft.uri),
        )
  // In the order they were selected, on all pages of the list.
  const [firstPage, ...otherPages] = selected
    .flatMap((uri) => [...rows, ...others].find((draft) => isShown(draft) && draft.uri === uri) ?? [])
    .map((draft) => ({ draft, edit: editOf(draft) }))
  const pages: readonly Row[] = firstPage ? [firstPage, ...otherPages] : []
  const isPage = ({ uri }: Draft) => pages.some(({ draft }) => draft.uri === uri)
  const { data: rules } = useQuery(uploadRules)
  const isTooMany = rules !== undefined && pages.length > rules.maxFiles
  const pageProblems = firstPage && otherPages.length > 0 ? problemsOfPages([firstPage, ...otherPages]) : []
  const select = (uris: readonly string[]) => {
    setSelected(uris)
    setTriedPages(false)
  }
  // Until another row is selected, filed pages stay selected in case filing them fails or is undone.
  const toggle = (draft: Draft) => {
    const kept = selected.filter((uri) => uri !== draft.uri && !isGone({ uri }))
    select(isPage(draft) ? kept : [...kept, draft.uri])
  }
  const canSelect = (draft: Draft) => total > 1 || isPage(draft)

  const attemptsAt = (draft: Draft) => attempts.get(draft.uri) ?? 0
  const showProblems = (draft: Draft) =>
    setAttempts(new Map([...attempts, [draft.uri, attemptsAt(draft) + 1]]))
  /** @returns the rows that go. */
  const handleFilePages = (): readonly Draft[] => {
    if (!firstPage || isTooMany) return []
    const [problem] = pageProblems
    if (problem) {
      setTriedPages(true)
      const hasProblem = (row: Row) => problemsOfRow(row).includes(problem.field)
      keys.focusRow(pages.find((page) => rows.includes(page.draft) && hasProblem(page))?.draft)
      return []
    }
    setTriedPages(false)
    void filePages([firstPage, ...otherPages])
    return pages.map(({ draft }) => draft)
  }
  const handleFile = (draft: Draft): readonly Draft[] => {
    if (isPage(draft) && otherPages.length > 0) return handleFilePages()
    const row = { draft, edit: editOf(draft) }
    if (problemsOfRow(row).length > 0) {
      showProblems(draft)
      return []
    }
    void fileRows([row], { isSeen: true })
    return [draft]
  }
  const keys = useRowKeys(rows, {
    onFile: handleFile,
    onDiscard: (draft) => void discardRow({ draft, edit: editOf(draft) }),
    onSelect: (draft) => canSelect(draft) && toggle(draft),
    onCategory: (draft, index) => {
      const category = all[index]?._id
      if (category) setEdit(draft, { category })
    },
  })

  const rowHandlers: RowHandlers = {
    onEdit: setEdit,
    onKeepNewer: (draft) => edits.acceptNewer(draft),
    onFile: (draft) => keys.leaveRow(draft, () => handleFile(draft)),
    onSelect: toggle,
    onSplit: (draft, receipts) =>
      keys.leaveRow(draft, () => {
        void splitRow(draft, receipts)
        return [draft]
      }),
    onDiscard: (draft) =>
      keys.leaveRow(draft, () => {
        void discardRow({ draft, edit: editOf(draft) })
        return [draft]
      }),
  }
  const handlers = useRef(rowHandlers)
  useLayoutEffect(() => {
    handlers.current = rowHandlers
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
          <kbd>Enter</kbd> files,{' '}
          {hasCharacterKeys() && (
            <>
              <kbd>1</kbd>–<kbd>6</kbd> choose a category,{' '}
            </>
          )}
          <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Delete</kbd> discards
          {total > 1 && (
            <>
              , <kbd>Space</kbd> selects a page
            </>
          )}
        </p>
        {sure.length > 0 ? (
          <Button
            icon={CheckCheck}
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
                input={edits.inputOf(draft)}
                categories={all}
                attempts={attemptsAt(draft)}
                isCurrent={keys.isCurrent(draft)}
                page={isPage(draft) ? pages.findIndex((page) => page.draft === draft) + 1 : undefined}
                hasOtherPages={isPage(draft) && otherPages.length > 0}
                canSelect={canSelect(draft)}
                handlers={handlers}
              />
            ))}
          </tbody>
        </table>
      </div>
      {firstPage && (
        <SelectedPages
          pages={[firstPage, ...otherPages]}
          categories={all}
          problem={
            isTooMany ? tooManyPages(rules) : triedPages ? pageProblems.map(({ text }) => text).join(' ') : ''
          }
          onFile={() => keys.leaveRow(firstPage.draft, handleFilePages)}
          onClear={() => {
            select([])
            keys.focusRow(rows.find(isPage))
          }}
        />
      )}
    </>
  )
}

/** The fields that keep a row from being filed. */
function problemsOfRow({ draft, edit }: Row): RowField[] {
  return problemsOf(valuesOf(draft, edit)).map(({ field }) => field)
}

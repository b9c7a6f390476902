type PageBoxProps = {
  name: string
  /** Which page it is, if it's selected. */
  page: number | undefined
  onSelect: () => void
}

/** Selects a row as a page of the receipt that the selected rows will form. */
export function PageBox({ name, page, onSelect }: PageBoxProps) {
  return (
    <label className="flex min-h-11 w-16 flex-col items-center justify-center gap-1 text-xs font-semibold text-soft xl:w-20">
      <input
        type="checkbox"
        className="choice-box"
        aria-label={page === undefined ? `Select ${name}` : `Select ${name}, page ${page}`}
        checked={page !== undefined}
        onChange={onSelect}
      />
      {page !== undefined && <span aria-hidden="true">Page {page}</span>}
    </label>
  )
}

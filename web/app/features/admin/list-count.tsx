type ListCountProps = { list: { totalDocs: number; isCountCapped: boolean }; one: string; many: string }

/** How long a filtered list is: `1 person`, `More than 1,000 people`. */
export function ListCount({ list: { totalDocs, isCountCapped }, one, many }: ListCountProps) {
  return (
    <p className="text-sm text-soft" aria-live="polite">
      {isCountCapped ? 'More than ' : ''}
      {totalDocs.toLocaleString('en-AU')} {totalDocs === 1 ? one : many}
    </p>
  )
}

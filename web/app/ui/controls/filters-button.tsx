import { SlidersHorizontal } from 'lucide-react'
import { Button } from './button.tsx'

type FiltersButtonProps = {
  count: number
  isOpen: boolean
  onToggle: () => void
}

/** Shows and hides the filters of a list. On phones it's only an icon. */
export function FiltersButton({ count, isOpen, onToggle }: FiltersButtonProps) {
  return (
    <Button
      variant="secondary"
      className={count > 0 ? 'max-sm:px-3' : 'max-sm:gap-0'}
      icon={SlidersHorizontal}
      aria-label={count > 0 ? `Filters (${count})` : 'Filters'}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <span className="max-sm:hidden">Filters</span>
      {count > 0 && ` (${count})`}
    </Button>
  )
}

import { Minus, Plus, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { hasCharacterKeys } from '#platform/page/character-keys.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import type { FieldBox } from './boxes.ts'
import { useZoom } from './use-zoom.ts'

type ZoomPaneProps = {
  /** The picture, which fills the element around it. */
  children: ReactNode
  /** Width by height of the picture. */
  aspect: number
  boxes: FieldBox[]
  /** The field whose box is highlighted. */
  highlighted: string | undefined
  /** Fills the width of a phone instead of showing the whole picture. */
  isStrip: boolean
}

/** A picture that can be zoomed and panned, with boxes around the values that were read. */
export function ZoomPane({ children, aspect, boxes, highlighted, isStrip }: ZoomPaneProps) {
  const { pane, scale, zoomIn, zoomOut, reset, isAtMax } = useZoom()
  useEffect(() => {
    const box = pane.current?.querySelector('[data-highlighted]')
    if (pane.current && box) centre(pane.current, box)
  }, [pane, highlighted, aspect, isStrip])

  function handleKeyDown(event: KeyboardEvent) {
    const action = { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': reset }[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey || !hasCharacterKeys()) return
    event.preventDefault()
    action()
  }

  return (
    <div className="relative size-full [container-type:size]">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys zoom, as its buttons do */}
      <section
        ref={pane}
        aria-label="Picture of the receipt"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must be able to scroll it
        tabIndex={0}
        onKeyDown={handleKeyDown}
        className={classNames(
          'grid size-full touch-pan-x touch-pan-y overflow-auto overscroll-contain',
          scale > 1 && 'cursor-grab active:cursor-grabbing',
        )}
      >
        <div
          className={classNames(
            'relative m-auto',
            'w-[min(var(--scale)*100cqw,var(--scale)*var(--aspect)*100cqh)]',
            isStrip && 'max-lg:w-[calc(var(--scale)*100cqw)]',
          )}
          style={{ '--scale': scale, '--aspect': aspect, aspectRatio: aspect } as object}
        >
          {children}
          {boxes.map(({ field, box, isSure }) => (
            <span
              key={field}
              data-field={field}
              data-highlighted={field === highlighted || undefined}
              className={classNames(
                'absolute rounded-sm outline-offset-2 transition-[outline-color,background-color] duration-150',
                field === highlighted
                  ? 'bg-[#e9b400]/20 outline-3 outline-[#c79a00]'
                  : isSure
                    ? 'outline-2 outline-[#0e6b52]/50'
                    : 'outline-2 outline-dashed outline-[#a87f00]',
              )}
              style={{
                left: `${box.left * 100}%`,
                top: `${box.top * 100}%`,
                width: `${box.width * 100}%`,
                height: `${box.height * 100}%`,
              }}
            />
          ))}
        </div>
      </section>
      <div
        className={classNames(
          'absolute right-2 bottom-2 flex rounded-md border border-line bg-sheet/95 shadow-sheet',
          isStrip && 'max-lg:hidden',
        )}
      >
        <IconButton icon={Minus} label="Zoom out" disabled={scale === 1} onClick={zoomOut} />
        <IconButton
          icon={RotateCcw}
          iconClassName="size-4.5"
          label="Show the whole picture"
          disabled={scale === 1}
          onClick={reset}
        />
        <IconButton icon={Plus} label="Zoom in" disabled={isAtMax} onClick={zoomIn} />
      </div>
    </div>
  )
}

function centre(pane: HTMLElement, box: Element): void {
  const outer = pane.getBoundingClientRect()
  const inner = box.getBoundingClientRect()
  pane.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  pane.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2)
}

import { isUsableQuad } from '@docketbox/contract/receipts/drafts/adjustment'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useBlobUrl } from '../use-blob-url.ts'
import { type Corners, turned, turnedBack } from './turned.ts'

/** As they're seen, clockwise. */
const CORNER_NAMES = ['Top left', 'Top right', 'Bottom right', 'Bottom left']
const [STEP, LARGE_STEP] = [0.005, 0.05]
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type CornerEditorProps = {
  picture: Blob
  alt: string
  /** Of the picture: width by height. */
  aspect: number
  corners: Corners
  /** Other areas, shown as outlines. */
  others?: readonly Corners[]
  /** Quarter turns clockwise. */
  turns?: number
  onChange: (corners: Corners) => void
  onLoad: (picture: HTMLImageElement) => void
}

/** A picture with four corners, to drag or to move with the arrow keys. */
export function CornerEditor(props: CornerEditorProps) {
  const { picture, alt, aspect, corners, others = [], turns = 0, onChange, onLoad } = props
  const stage = useRef<HTMLDivElement>(null)
  const ref = useBlobUrl(picture)
  const isSideways = turns % 2 === 1
  const shownAspect = isSideways ? 1 / aspect : aspect
  const shown = corners.map((corner) => turned(corner, turns))

  const moveTo = (index: number, x: number, y: number) => {
    const clamp = (share: number) => Math.max(0, Math.min(1, share))
    const next = corners.with(index, turnedBack([clamp(x), clamp(y)], turns)) as Corners
    if (isUsableQuad(next)) onChange(next)
  }
  const handleDrag = (index: number, { clientX, clientY, buttons }: PointerEvent) => {
    if (buttons !== 1) return
    const { left, top, width, height } = stage.current!.getBoundingClientRect()
    moveTo(index, (clientX - left) / width, (clientY - top) / height)
  }
  const handleKey = (index: number, event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    const [x, y] = shown[index]!
    moveTo(index, x + arrow[0] * step, y + arrow[1] * step)
  }
  return (
    <div className="grid h-[calc(44dvh+2.75rem)] items-center overflow-hidden rounded-md bg-well p-5.5">
      <div
        ref={stage}
        className="relative mx-auto w-[min(100%,calc(44dvh*var(--aspect)))] [container-type:size]"
        style={{ '--aspect': shownAspect, aspectRatio: shownAspect } as object}
      >
        <img
          ref={ref}
          alt={alt}
          onLoad={({ currentTarget }) => onLoad(currentTarget)}
          className="absolute top-1/2 left-1/2 max-w-none"
          style={{
            width: isSideways ? '100cqh' : '100cqw',
            height: isSideways ? '100cqw' : '100cqh',
            transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
          }}
        />
        <Frame corners={shown} others={others} />
        {shown.map(([x, y], index) => (
          <button
            key={CORNER_NAMES[index]}
            type="button"
            aria-label={`${CORNER_NAMES[(index + turns) % 4]} corner: ${percent(x)} across, ${percent(y)} down`}
            aria-describedby="corner-keys"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => handleDrag(index, event)}
            onKeyDown={(event) => handleKey(index, event)}
            className="absolute grid size-11 -translate-1/2 cursor-grab touch-none place-items-center rounded-full active:cursor-grabbing"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          >
            <span className="size-5 rounded-full border-3 border-[#fff] bg-[#0e6b52] shadow-sheet" />
          </button>
        ))}
      </div>
      <p id="corner-keys" className="sr-only">
        Arrow keys move the corner; with Shift they move it further.
      </p>
    </div>
  )
}

type Outline = readonly (readonly [number, number])[]

function Frame({ corners, others }: { corners: Outline; others: readonly Outline[] }) {
  const points = pathOf(corners)
  return (
    <svg
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible"
    >
      <path d={`M 0 0 H 1 V 1 H 0 Z M ${points} Z`} fillRule="evenodd" className="fill-[#000]/45" />
      <path
        d={`M ${points} Z`}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-[#3ddc97] stroke-2"
      />
      {others.map((other) => (
        <path
          key={pathOf(other)}
          d={`M ${pathOf(other)} Z`}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-[#fff] stroke-2 [stroke-dasharray:6_4]"
        />
      ))}
    </svg>
  )
}

function pathOf(outline: Outline): string {
  return outline.map((corner) => corner.join(' ')).join(' L ')
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

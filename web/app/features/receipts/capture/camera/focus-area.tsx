import { type MouseEvent, type RefObject, useState } from 'react'

type FocusAreaProps = {
  video: RefObject<HTMLVideoElement | null>
  focusAt: (x: number, y: number) => void
}

/** Lies over the picture: tapping it focuses there, shown by a ring for a moment. */
export function FocusArea({ video, focusAt }: FocusAreaProps) {
  const [ring, setRing] = useState<{ left: number; top: number; key: number }>()
  const handleClick = ({ clientX, clientY, detail, currentTarget, timeStamp }: MouseEvent) => {
    const area = currentTarget.getBoundingClientRect()
    // Pressed with a key: the middle.
    const [left, top] =
      detail === 0 ? [area.width / 2, area.height / 2] : [clientX - area.left, clientY - area.top]
    const { videoWidth, videoHeight } = video.current!
    const scale = Math.min(area.width / videoWidth, area.height / videoHeight)
    const shareOf = (at: number, length: number, pixels: number) =>
      Math.min(1, Math.max(0, 0.5 + (at - length / 2) / (pixels * scale)))
    focusAt(shareOf(left, area.width, videoWidth), shareOf(top, area.height, videoHeight))
    setRing({ left, top, key: timeStamp })
  }
  return (
    <button type="button" aria-label="Focus" onClick={handleClick} className="absolute inset-0 size-full">
      {ring && (
        <span
          key={ring.key}
          style={{ left: ring.left, top: ring.top }}
          onAnimationEnd={() => setRing(undefined)}
          className="absolute size-16 -translate-1/2 animate-focus-ring rounded-full border-2 border-[#e9b400]"
        />
      )}
    </button>
  )
}

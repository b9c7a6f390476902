import { type RefObject, useEffect, useState } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { type Look, watchFrames } from '../../photo/watch-frames.ts'

/** Advice changes faster than it can be read out. */
const ANNOUNCED_AFTER_MS = 1_200

/** The paper's edges over the live picture, green once it's fine, and how to see it better, in words. */
export function LiveOutline({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const [look, setLook] = useState<Look>()
  useEffect(() => (video.current ? watchFrames(video.current, setLook) : undefined), [video])
  const text = look && (look.advice ?? 'Ready')
  if (!look) return null
  return (
    <div className="pointer-events-none absolute inset-0">
      {look.outline && <Outline look={look} />}
      <p
        aria-hidden="true"
        className={classNames(
          // On a phone, toasts cover the lower edge of the picture.
          'absolute bottom-3 max-lg:bottom-[calc(0.75rem+var(--toasts-height,0px))] left-1/2 -translate-x-1/2 rounded-full px-4 py-1.5 text-sm font-semibold whitespace-nowrap',
          look.advice ? 'bg-ink text-paper' : 'bg-leaf text-on-leaf',
        )}
      >
        {text}
      </p>
      <Announcement text={text} />
    </div>
  )
}

function Outline({ look: { outline, advice, width, height } }: { look: Look }) {
  const points = outline!.map(([x, y]) => `${x * width},${y * height}`).join(' ')
  const line = { points, strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const
  return (
    // As the video, it fits into the viewfinder without being cut.
    <svg viewBox={`0 0 ${width} ${height}`} className="size-full" aria-hidden="true">
      <polygon {...line} fill="none" className="stroke-[#000]/40 stroke-7" />
      <polygon
        {...line}
        className={classNames(
          'stroke-3 motion-safe:transition-[fill,stroke] motion-safe:duration-150',
          advice ? 'fill-transparent stroke-[#fff]' : 'fill-[#3ddc97]/15 stroke-[#3ddc97]',
        )}
      />
    </svg>
  )
}

function Announcement({ text }: { text: string | undefined }) {
  const [announced, setAnnounced] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <output className="sr-only">{announced}</output>
}

import type { ReactNode } from 'react'

/** Lines take the text colour and fills the theme's tokens, so that drawings work in both themes. */
function Drawing({ viewBox, children }: { viewBox: string; children: ReactNode }) {
  return (
    <svg
      viewBox={viewBox}
      className="h-auto w-full"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

const sheet = 'var(--color-sheet)'
const tint = 'var(--color-leaf-tint)'
const wattle = 'var(--color-wattle)'

export function EmptyTin() {
  return (
    <Drawing viewBox="0 0 170 120">
      <ellipse cx="84" cy="108" rx="74" ry="6" fill={tint} stroke="none" />
      <path d="M22 48v46c0 7 20.600 12 46 12s46-5 46-12V48" fill={sheet} />
      <ellipse cx="68" cy="48" rx="46" ry="12" fill={tint} />
      <path d="M22 60c0 7 20.600 12 46 12s46-5 46-12" />
      <path d="M44 90c6 1.600 14 2.600 24 2.600" opacity="0.5" />
      <g transform="rotate(20 134 70)">
        <ellipse cx="139" cy="70" rx="15" ry="37" fill={sheet} />
        <ellipse cx="133" cy="70" rx="15" ry="37" fill={tint} />
        <path d="M126 58c4-4 10-4 13 0" opacity="0.5" />
      </g>
      <path d="M66 47c0-14 6-26 19-36 5 15 0 28-13 37" fill={wattle} />
      <path d="M68 48c4-11 9-22 17-37" />
      <path d="M60 47C52 40 48 30 49 17c10 6 14 17 13 30" fill={sheet} />
      <path d="M61 47c-3-10-7-19-12-30" />
    </Drawing>
  )
}

export function TornDocket() {
  return (
    <Drawing viewBox="0 0 140 110">
      <ellipse cx="70" cy="102" rx="48" ry="5" fill="var(--color-clay-tint)" stroke="none" />
      <path
        d="M40 10h36l-6 10 6 10-7 10 6 10-7 12 5 10-8 8-10 4-10-6-10 6-10-5Z"
        fill={sheet}
        transform="rotate(-7 50 50)"
      />
      <path
        d="M84 12h20l10 72-9-4-9 6-9-5 3-9-6-11 7-10-6-10 7-10-7-9Z"
        fill={sheet}
        transform="rotate(6 96 50)"
      />
      <path d="M42 30h16M42 42h12M42 54h16" opacity="0.55" transform="rotate(-7 50 50)" />
      <path d="M98 34h7M97 46h9M99 58h9" opacity="0.55" transform="rotate(6 96 50)" />
    </Drawing>
  )
}

export function GumLeaf() {
  return (
    <Drawing viewBox="0 0 160 120">
      <path d="M10 104C44 92 92 66 148 12" />
      <path d="M60 82c2-22 14-38 38-50-1 22-12 40-38 50Z" fill={tint} />
      <path d="M92 58c14-14 32-18 54-12-12 16-32 22-54 12Z" fill={tint} />
      <path d="M40 92c10-2 26 2 38 16-18 4-32-1-38-16Z" fill={tint} />
      <path d="M60 82c10-16 22-30 38-50M92 58c18-2 36-4 54-12M40 92c14 4 26 8 38 16" opacity="0.5" />
      <circle cx="118" cy="34" r="4" fill={wattle} />
      <circle cx="30" cy="88" r="3.500" fill={wattle} />
    </Drawing>
  )
}

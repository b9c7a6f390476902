type SpinnerProps = {
  /** For screen readers; leave it out beside text that says the same. */
  label?: string
  size?: 'small' | 'large'
}

export function Spinner({ label, size = 'small' }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} aria-hidden={label ? undefined : true} className="inline-flex">
      <svg
        viewBox="0 0 24 24"
        className={`animate-spin ${size === 'large' ? 'size-10 text-leaf' : 'size-[1.1em]'}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9.5" opacity="0.25" />
        <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

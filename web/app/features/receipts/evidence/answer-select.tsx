import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ChoiceSelect, type ChoiceSelectProps } from './choice-select.tsx'

type AnswerSelectProps = Omit<ChoiceSelectProps, 'onBlur' | 'onKeyDown' | 'onPointerDown'>

/**
 * A question that's saved as soon as it's answered. Arrow keys go through the answers, so with them, it's saved once Enter is
 * pressed, the focus moves on or the screen is closed.
 */
export function AnswerSelect({ value, onChange, ...props }: AnswerSelectProps) {
  const [browsed, setBrowsed] = useState<string>()
  const isBrowsing = useRef(false)
  const save = () => {
    setBrowsed(undefined)
    if (browsed !== undefined && browsed !== value) onChange(browsed)
  }
  const handleClose = useEffectEvent(save)
  useEffect(() => () => handleClose(), [])
  return (
    <ChoiceSelect
      {...props}
      value={browsed ?? value}
      onChange={(choice) => (isBrowsing.current ? setBrowsed(choice) : onChange(choice))}
      onKeyDown={(event) => {
        // Space, or Alt and an arrow, opens the list instead, where arrows choose nothing yet.
        isBrowsing.current = event.key !== ' ' && !event.altKey
        if (event.key !== 'Enter') return
        // It mustn't press what has the focus once the answer is saved.
        event.preventDefault()
        save()
      }}
      onPointerDown={() => {
        isBrowsing.current = false
      }}
      onBlur={save}
    />
  )
}

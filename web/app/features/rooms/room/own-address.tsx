import { type ReactNode, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { RoomSkeleton } from './skeleton.tsx'

/**
 * Shows a room at its own address, which names the room. Back may lead to the address of a client who was opened earlier in the
 * tab: what was searched for there mustn't reach this one, who sees each search.
 */
export function OwnAddress({ roomId, children }: { roomId: string; children: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const named = params.get('room')
  const isOther = named !== null && named !== roomId
  const isUnnamed = named === null && params.size > 0
  useEffect(() => {
    if (isOther) setParams({}, { replace: true })
    if (isUnnamed)
      setParams(new URLSearchParams([...params, ['room', roomId]]), {
        replace: true,
        state: state as unknown,
      })
  }, [isOther, isUnnamed, params, roomId, setParams, state])
  return isOther ? <RoomSkeleton /> : children
}

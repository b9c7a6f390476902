import { type RefObject, useEffect, useRef, useState } from 'react'

type Facing = 'user' | 'environment'
export type Camera = {
  status: 'starting' | 'live' | 'missing'
  facing: Facing
  /** The element that shows what the camera sees. */
  video: RefObject<HTMLVideoElement | null>
  switchFacing: () => void
  /** The lamp of the camera, where it has one. */
  torch: { isLit: boolean; toggle: () => void } | undefined
  tryAgain: () => void
}

/** The live camera, from the back unless switched. It is let go when the screen is left or hidden. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [facing, setFacing] = useState<Facing>('environment')
  const [stream, setStream] = useState<MediaStream>()
  const [isMissing, setIsMissing] = useState(false)
  const [isLit, setIsLit] = useState(false)
  const [tries, setTries] = useState(0)
  const isVisible = useIsVisible()

  useEffect(() => {
    if (!isVisible) return
    let isOver = false
    let opened: MediaStream | undefined
    const lose = () => setIsMissing(true)
    openCamera(facing).then(
      (found) => {
        if (isOver) return stop(found)
        opened = found
        found.getVideoTracks()[0]?.addEventListener('ended', lose)
        setIsMissing(false)
        setStream(found)
      },
      () => !isOver && lose(),
    )
    return () => {
      isOver = true
      if (opened) stop(opened)
      setStream(undefined)
      setIsLit(false)
    }
  }, [facing, isVisible, tries])

  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream])

  const toggle = () => {
    lightTorch(stream, !isLit).then(
      () => setIsLit(!isLit),
      () => undefined,
    )
  }
  return {
    status: isMissing ? 'missing' : stream ? 'live' : 'starting',
    facing,
    video,
    switchFacing: () => setFacing(facing === 'user' ? 'environment' : 'user'),
    torch: hasTorch(stream) ? { isLit, toggle } : undefined,
    tryAgain: () => {
      setIsMissing(false)
      setTries(tries + 1)
    },
  }
}

/** As many pixels as the camera gives: small print is evidence too. */
async function openCamera(facing: Facing): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) throw new DOMException('No camera here.', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: facing }, width: { ideal: 3840 }, height: { ideal: 2160 } },
  })
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function hasTorch(stream: MediaStream | undefined): boolean {
  const track = stream?.getVideoTracks()[0]
  // Firefox has no getCapabilities on tracks.
  const can = track && 'getCapabilities' in track ? track.getCapabilities() : {}
  return 'torch' in can && can.torch === true
}

async function lightTorch(stream: MediaStream | undefined, isLit: boolean): Promise<void> {
  // The browsers know the lamp, the types of the DOM do not yet.
  const wish: MediaTrackConstraintSet & { torch: boolean } = { torch: isLit }
  await stream?.getVideoTracks()[0]?.applyConstraints({ advanced: [wish] })
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(!document.hidden)
  useEffect(() => {
    const look = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

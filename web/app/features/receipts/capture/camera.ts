import { type RefObject, useEffect, useRef, useState } from 'react'

type Facing = 'user' | 'environment'
export type Camera = {
  status: 'starting' | 'live' | 'unavailable'
  facing: Facing
  /** The element that shows the stream. */
  video: RefObject<HTMLVideoElement | null>
  switchFacing: () => void
  /** Undefined if the camera has no torch. */
  torch: { isOn: boolean; toggle: () => void } | undefined
  /** Focuses on a point, given as shares of the picture. Undefined if the camera can't. */
  focusAt: ((x: number, y: number) => void) | undefined
  retry: () => void
}

/** Streams the camera, the back one first, and releases it when the screen is left or hidden. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [facing, setFacing] = useState<Facing>('environment')
  const [stream, setStream] = useState<MediaStream>()
  const [isUnavailable, setIsUnavailable] = useState(false)
  const [isTorchOn, setIsTorchOn] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isVisible = useIsVisible()

  useEffect(() => {
    if (!isVisible) return
    let isCancelled = false
    let opened: MediaStream | undefined
    const handleLoss = () => setIsUnavailable(true)
    openCamera(facing).then(
      (camera) => {
        if (isCancelled) return stopStream(camera)
        opened = camera
        camera.getVideoTracks()[0]?.addEventListener('ended', handleLoss)
        setIsUnavailable(false)
        setStream(camera)
      },
      () => !isCancelled && handleLoss(),
    )
    return () => {
      isCancelled = true
      if (opened) stopStream(opened)
      setStream(undefined)
      setIsTorchOn(false)
    }
  }, [facing, isVisible, attempt])

  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream])

  const toggle = () => {
    setTorch(stream, !isTorchOn).then(
      () => setIsTorchOn(!isTorchOn),
      () => undefined,
    )
  }
  return {
    status: isUnavailable ? 'unavailable' : stream ? 'live' : 'starting',
    facing,
    video,
    switchFacing: () => setFacing(facing === 'user' ? 'environment' : 'user'),
    torch: capabilitiesOf(stream).torch === true ? { isOn: isTorchOn, toggle } : undefined,
    focusAt: focusOf(stream),
    retry: () => {
      setIsUnavailable(false)
      setAttempt(attempt + 1)
    },
  }
}

/** Asks for the highest resolution: small print is evidence too. */
async function openCamera(facing: Facing): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) throw new DOMException('This browser has no camera.', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: facing }, width: { ideal: 3840 }, height: { ideal: 2160 } },
  })
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** What the DOM types don't include yet. */
type ImageCapabilities = { torch?: boolean; focusMode?: string[] }
type ImageConstraints = { torch?: boolean; focusMode?: string; pointsOfInterest?: { x: number; y: number }[] }

function capabilitiesOf(stream: MediaStream | undefined): ImageCapabilities {
  const track = stream?.getVideoTracks()[0]
  // Firefox has no getCapabilities on tracks.
  return track && 'getCapabilities' in track ? (track.getCapabilities() as ImageCapabilities) : {}
}

async function setTorch(stream: MediaStream | undefined, torch: boolean): Promise<void> {
  await constrain(stream, { torch })
}

async function constrain(stream: MediaStream | undefined, constraint: ImageConstraints): Promise<void> {
  await stream?.getVideoTracks()[0]?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] })
}

function focusOf(stream: MediaStream | undefined): Camera['focusAt'] {
  const { focusMode = [] } = capabilitiesOf(stream)
  const mode = ['single-shot', 'continuous'].find((option) => focusMode.includes(option))
  if (!mode || !('pointsOfInterest' in navigator.mediaDevices.getSupportedConstraints())) return undefined
  return (x, y) =>
    void constrain(stream, { pointsOfInterest: [{ x, y }], focusMode: mode }).catch(() => undefined)
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(!document.hidden)
  useEffect(() => {
    const update = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}

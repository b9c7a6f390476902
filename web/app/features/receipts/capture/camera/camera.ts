import { type RefObject, useEffect, useRef, useState } from 'react'

type Facing = 'user' | 'environment'
export type Camera = {
  status: 'starting' | 'live' | 'unavailable'
  /** Whether it's unavailable because it didn't show anything, as when another app uses it. */
  isBlank: boolean
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

/** Much longer than a camera takes to start. */
export const MAX_FIRST_FRAME_MS = 10_000

/** Streams the camera, the back one first, and releases it when the screen is left or hidden. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [facing, setFacing] = useState<Facing>('environment')
  const [stream, setStream] = useState<MediaStream>()
  const [problem, setProblem] = useState<'blocked' | 'blank'>()
  const [isTorchOn, setIsTorchOn] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isVisible = useIsVisible()

  useEffect(() => {
    if (!isVisible) return
    let isCancelled = false
    let opened: MediaStream | undefined
    const handleLoss = () => setProblem('blocked')
    openCamera(facing).then(
      (camera) => {
        if (isCancelled) return stopStream(camera)
        opened = camera
        camera.getVideoTracks()[0]?.addEventListener('ended', handleLoss)
        setProblem(undefined)
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

  const isWaiting = isVisible && problem === undefined
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => {
      if (video.current && hasFrame(video.current)) return
      if (stream) stopStream(stream)
      setProblem('blank')
    }, MAX_FIRST_FRAME_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, stream])

  const toggle = () => {
    setTorch(stream, !isTorchOn).then(
      () => setIsTorchOn(!isTorchOn),
      () => undefined,
    )
  }
  return {
    status: problem ? 'unavailable' : stream ? 'live' : 'starting',
    isBlank: problem === 'blank',
    facing,
    video,
    switchFacing: () => setFacing(facing === 'user' ? 'environment' : 'user'),
    torch: capabilitiesOf(stream).torch === true ? { isOn: isTorchOn, toggle } : undefined,
    focusAt: focusOf(stream),
    retry: () => {
      setProblem(undefined)
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

/** Whether a video shows anything yet. */
export function hasFrame({ readyState }: HTMLVideoElement): boolean {
  return readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
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

import { createRenderer } from '#features/files'
import { type Renderer, RendererClosed } from '#platform/storage/renderer.ts'

let shared = createRenderer()
// Vitest ends its processes with this signal.
process.once('SIGTERM', () => void shared.close().finally(() => process.exit()))

/**
 * The renderer of every test server in turn: starting its child process takes longer than most of them have rendered.
 * Closing it while it's rendering ends that process.
 */
export function openSharedRenderer(): Renderer {
  const renderer = shared
  let isClosed = false
  let running = 0
  const count =
    <Input extends unknown[], Output>(task: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      if (isClosed) throw new RendererClosed()
      running++
      return task(...input).finally(() => running--)
    }
  return {
    ...renderer,
    render: count(renderer.render),
    renderPage: count(renderer.renderPage),
    fingerprint: count(renderer.fingerprint),
    isSamePicture: count(renderer.isSamePicture),
    adjust: count(renderer.adjust),
    async close() {
      isClosed = true
      if (running === 0) return
      if (shared === renderer) shared = createRenderer()
      await renderer.close()
    },
  }
}

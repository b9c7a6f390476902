import { type Product, startProduct as start } from '@docketbox/testing/product/start'
import { afterTheTest } from './clean-up.ts'

/** Variables of this run with which a command loads the product's modules in half the time. */
export const compileCache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** Starts the product as `npm start` does, and kills it after the test. */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const product = await start(env)
  afterTheTest(async () => void (await product.stop('SIGKILL')))
  return product
}

import { api } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'

/** Returns the first of the six categories. */
export async function categoryOf(url: string, token: string): Promise<string> {
  const { docs } = await callApi(url, api.categories.list, {}, { token })
  return docs[0]!._id
}

import { api } from '@docketbox/contract'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { callApi } from '@docketbox/testing/product/api'

/** Files receipts without amounts in the first category. Returns its id. */
export async function addReceipts(
  productUrl: string,
  person: SignedInPerson,
  count: number,
): Promise<string> {
  const { docs } = await callApi(productUrl, api.categories.list, {}, person)
  const category = docs[0]!._id
  for (let index = 0; index < count; index += 1) {
    const uri = await uploadPhoto(productUrl, person)
    const receipt = { category, file: [{ uri }], description: `Groceries ${index}` }
    await callApi(productUrl, api.receipts.save, { body: receipt }, person)
  }
  return category
}

/** Uploads a photo of a receipt, to be filed. Returns its address. */
export async function uploadPhoto(productUrl: string, person: SignedInPerson): Promise<string> {
  const photo = new Uint8Array(await drawDocket({ supplier: 'IGA', totalCents: 999 }))
  const body = new File([photo], 'docket.jpg', { type: 'image/jpeg' })
  const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
  return uri
}

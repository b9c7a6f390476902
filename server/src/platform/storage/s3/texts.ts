import { hash } from 'node:crypto'
import type { Texts } from '#platform/storage/folder/texts.ts'
import { readError } from './calls.ts'
import { connect, type S3Settings } from './store.ts'

/** Texts in a bucket; their names don't include the prefix. */
export function s3Texts(settings: Omit<S3Settings, 'incoming'>): Texts {
  const { bucket: Bucket, prefix: Prefix = '' } = settings
  let connected: ReturnType<typeof connect> | undefined
  const s3 = () => (connected ??= connect(settings))

  return {
    async list() {
      const { client, library } = await s3()
      const pages = await Array.fromAsync(library.paginateListObjectsV2({ client }, { Bucket, Prefix }))
      return pages.flatMap(({ Contents = [] }) => Contents.map(({ Key = '' }) => Key.slice(Prefix.length)))
    },
    async read(name) {
      const { client, library } = await s3()
      const Key = Prefix + name
      try {
        const { Body } = await client.send(new library.GetObjectCommand({ Bucket, Key }))
        return await Body!.transformToString()
      } catch (error) {
        throw readError(error, Key)
      }
    },
    async write(name, text) {
      const { client, library } = await s3()
      // Without a checksum, a bucket with object lock refuses it.
      const ChecksumSHA256 = hash('sha256', text, 'base64')
      const object = { Bucket, Key: Prefix + name, Body: text, ChecksumSHA256 }
      await client.send(new library.PutObjectCommand(object))
    },
    async remove(name) {
      const { client, library } = await s3()
      await client.send(new library.DeleteObjectCommand({ Bucket, Key: Prefix + name }))
    },
  }
}

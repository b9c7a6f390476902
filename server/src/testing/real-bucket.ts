/** The bucket of S3_URL, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; tests leave it as they found it. */
export function realBucket() {
  const { S3_URL: url, S3_BUCKET: bucket, S3_REGION: region = 'ap-southeast-2' } = process.env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env
  if (!url || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { url, bucket, region, accessKeyId, secretAccessKey }
}

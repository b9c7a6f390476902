/** One field of a protocol buffers message: `bytes` of a length-delimited one, `number` of a varint. */
export type Field = { id: number; wire: number; bytes: Buffer; number: number }

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIXED_SIZES: Record<number, number> = { 1: 8, 5: 4 }

/** The fields of a message in their order. Varints beyond 2^53 lose precision. */
export function readFields(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  while (at < message.length) {
    const key = varint()
    const [id, wire] = [Math.floor(key / 8), key % 8]
    if (wire === VARINT) {
      const start = at
      fields.push({ id, wire, number: varint(), bytes: message.subarray(start, at) })
      continue
    }
    const size = wire === LENGTH_DELIMITED ? varint() : FIXED_SIZES[wire]
    if (size === undefined || at + size > message.length) throw new Error('The message is damaged.')
    fields.push({ id, wire, number: 0, bytes: message.subarray(at, at + size) })
    at += size
  }
  return fields

  function varint(): number {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = message[at++]
      if (byte === undefined) throw new Error('The message is damaged.')
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
}

export function writeFields(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(({ id, wire, bytes }) => [
      writeVarint(id * 8 + wire),
      ...(wire === LENGTH_DELIMITED ? [writeVarint(bytes.length)] : []),
      bytes,
    ]),
  )
}

export function writeVarint(value: number): Buffer {
  const bytes: number[] = []
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
  return Buffer.from([...bytes, value])
}

/** The first field with this number. */
export function fieldOf(fields: readonly Field[], id: number): Field | undefined {
  return fields.find((field) => field.id === id)
}

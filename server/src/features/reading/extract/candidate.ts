import type { Row } from '../words/rows.ts'

/** A value a field may have, and where it was read. A higher score is likelier; scores of different fields don't compare. */
export type Candidate<Value> = { value: Value; score: number; row: Row; raw: string }

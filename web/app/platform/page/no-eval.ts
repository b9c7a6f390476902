/**
 * Our pages forbid making code from text, and the schema library asks at its start whether it may; the browser would
 * report that as a breach. This tells it beforehand, without loading it: it keeps its settings under this name.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Keeps zod from probing for eval, which our Content Security Policy would report. It reads its settings from this global. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

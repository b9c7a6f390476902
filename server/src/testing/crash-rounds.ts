/** How often a crash test crashes: a few times in every run, more with CRASH_ROUNDS. */
export const crashRounds = Number(process.env['CRASH_ROUNDS'] ?? 8)

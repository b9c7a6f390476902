/** How often a crash test crashes: a few times in every run, many when somebody wants to be sure. */
export const crashRounds = Number(process.env['CRASH_ROUNDS'] ?? 8)

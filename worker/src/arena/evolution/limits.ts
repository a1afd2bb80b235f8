/** Instructions of a bred warrior: among those of a longer one, hardly any mutation is better, and the tree keeps each source. */
export const MAX_BRED_LENGTH = 100

/**
 * Instructions of a whole evolution, those of both warriors of each battle: about five minutes of CPU at the 70 million a second that a core
 * executes. That is a thousand slices, so with the pauses between them 40 minutes, and several thousand mutants: a night is long enough, and
 * what it costs stays below that of a few hundred rated battles.
 */
export const EVOLUTION_INSTRUCTIONS = 20_000_000_000

/** The beginning of the addresses of the arena's API. */
export const ARENA_PATH = '/arena'

const IS_FULL = process.env['FAIRLEAD_TESTS'] === 'full'

/**
 * How often a test repeats what it does: as often as it says in `npm run test:full`, a twentieth of that in the gate. A fault
 * that only volume finds is worth a night, not each landing.
 */
export const volume = (full: number): number => (IS_FULL ? full : Math.ceil(full / 20))

/** From one case of a row to the next that is tried: every one in the full run, every so many in the gate. */
export const stride = (gate: number): number => (IS_FULL ? 1 : gate)

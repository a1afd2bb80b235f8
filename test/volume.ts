/**
 * How often a test repeats what it does: as often as it says in `npm run test:full`, a twentieth of that in the gate. A fault
 * that only volume finds is worth a night, not each landing.
 */
export const volume = (full: number): number =>
	process.env['FAIRLEAD_TESTS'] === 'full' ? full : Math.ceil(full / 20)

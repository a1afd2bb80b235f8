/** The file that starts this very program again: other programs run it from anywhere, and know no PATH of a shell. */
import { realpathSync } from 'node:fs'

/** @param program the file that runs now; from the sources, that is not the one that starts it */
export const ownEntry = (program = realpathSync(process.argv[1] ?? '')): string =>
	program.replace(/main\.ts$/, 'entry.ts')

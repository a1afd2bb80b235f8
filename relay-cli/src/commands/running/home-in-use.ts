/** The home folder that a command looks at: beside a running `npm start`, that of its relay. */
import { join } from 'node:path'
import type { WhichHome } from '../../doctor/which-home.ts'

/** From relay-cli/src/commands; from relay-cli/dist when built. */
const UP_TO_CLONE = import.meta.dirname.endsWith('running')
	? ['..', '..', '..', '..']
	: ['..', '..']
const CLONE = join(import.meta.dirname, ...UP_TO_CLONE)

export const OF_START = '"npm start" runs here with a relay of its own'

export async function whichHomeHere(clone: string = CLONE): Promise<WhichHome> {
	const [{ whichHome }, { fairleadHome }] = await Promise.all([
		import('../../doctor/which-home.ts'),
		import('../../home/home.ts'),
	])
	return whichHome({
		own: fairleadHome(),
		isChosen: Boolean(process.env['FAIRLEAD_HOME']),
		clone,
	})
}

/** The home of the relay that a command asks; says which relay, beside the output that programs read. */
export async function homeInUse(
	clone?: string,
	say = (line: string): unknown => process.stderr.write(line),
): Promise<WhichHome> {
	const which = await whichHomeHere(clone)
	if (which.ofStart) say(`${OF_START}, which is asked.\n`)
	return which
}

/**
 * The home folder that `fairlead doctor` looks at. `npm start` runs a relay of its own, with its files in the clone: beside
 * it, an unused `~/.fairlead` is not a problem, and its advice to run "up" would start a second relay.
 */
import { join } from 'node:path'
import { readRelayFile } from '../home/relay-file.ts'
import { readPairings } from './pairing-checks.ts'

/** The home of `npm start` without `--state`, two folders above this file or its built copy. */
const startHomeBelow = (clone: string): string => join(clone, '.fairlead', 'home')

export interface WhichHome {
	readonly home: string
	/** `npm start` runs in this clone, and the folder is its relay's. */
	readonly ofStart: boolean
}

export async function whichHome(options: {
	/** `FAIRLEAD_HOME`, or the user's own. */
	readonly own: string
	/** The user set `FAIRLEAD_HOME`: they mean that one. */
	readonly isChosen: boolean
	/** The folder of the clone. */
	readonly clone: string
}): Promise<WhichHome> {
	const { own, isChosen, clone } = options
	const asked = { home: own, ofStart: false }
	if (isChosen || (await runs(own)) || (await isPaired(own))) return asked
	const start = startHomeBelow(clone)
	return (await runs(start)) ? { home: start, ofStart: true } : asked
}

const runs = async (home: string): Promise<boolean> =>
	(await readRelayFile(home).catch(() => null)) !== null

async function isPaired(home: string): Promise<boolean> {
	const { tokens, damaged } = await readPairings(home, null)
	return tokens.length + damaged.length > 0
}

/** Files of Fairlead's own in a linked folder, such as one with a clone in it, by their names. Pure. */
import { foldedName } from './path-segments.ts'

/** `npm start` and the relay keep tokens and keys in it. Linked folders have skills in it as well. */
export const OWN_FOLDER = '.fairlead'
/** Files of Fairlead's own, of which each lets its reader in. */
export const OWN_FILES = [
	'setup-token',
	'secrets-key',
	'relay.json',
	'relay.db',
	'links.json',
	'logins.json',
] as const
/** The folders beside them: a relay's home, and the server's data. */
const OWN_FOLDERS: readonly string[] = ['home', 'state']

/** Goes by the name alone; the relay looks at what is on the disk as well. */
export function isOwnFile(segments: readonly string[]): boolean {
	const folded = segments.map(foldedName)
	const own: readonly string[] = [...OWN_FILES, ...OWN_FOLDERS]
	return folded.some((name, at) => name === OWN_FOLDER && own.includes(folded[at + 1] ?? ''))
}

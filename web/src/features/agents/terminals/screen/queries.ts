/**
 * Questions of a program to its terminal. The relay's own terminal answers them, once; a page that answered as well
 * would type into the program.
 */
import type { IParser } from '@xterm/xterm'

const SWALLOWED = [
	// Device attributes.
	{ final: 'c' },
	{ prefix: '>', final: 'c' },
	{ prefix: '=', final: 'c' },
	// Status and cursor position.
	{ final: 'n' },
	{ prefix: '?', final: 'n' },
	// Modes.
	{ intermediates: '$', final: 'p' },
	{ prefix: '?', intermediates: '$', final: 'p' },
	// Name and version, and the state of the keyboard.
	{ prefix: '>', final: 'q' },
	{ prefix: '?', final: 'u' },
]
/** Colours of the palette, the text, the background and the cursor. */
const COLOURS = [4, 10, 11, 12]
/** Titles on a stack: of the acts on windows, these alone ask nothing. */
const TITLE_STACK = [22, 23]

export function swallowQueries(parser: IParser): void {
	for (const query of SWALLOWED) parser.registerCsiHandler(query, () => true)
	parser.registerCsiHandler({ final: 't' }, ([act]) => !TITLE_STACK.includes(Number(act)))
	parser.registerDcsHandler({ intermediates: '$', final: 'q' }, () => true)
	parser.registerDcsHandler({ intermediates: '+', final: 'q' }, () => true)
	for (const colour of COLOURS) parser.registerOscHandler(colour, (data) => data.includes('?'))
}

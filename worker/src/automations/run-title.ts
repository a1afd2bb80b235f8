/** The title of a conversation that an automation begins: its name, and the values that tell one run from the others. Pure. */
import { promptPieces } from '@fairlead/protocol/automations/automation-prompt'
import { visible } from '@fairlead/protocol/view/visible'

const MAX_VALUES = 3
const MAX_VALUE_CHARS = 40

/** A title that fits a line of a list; a value that is a list or an object would tell nothing there. */
export function runTitle(name: string, prompt: string): string {
	const pieces = promptPieces(prompt) ?? []
	const values = pieces.flatMap((piece) =>
		'value' in piece && !/^[[{]/.test(piece.value) ? [inShort(piece.value)] : [],
	)
	const shown = [...new Set(values)].filter(Boolean).slice(0, MAX_VALUES)
	return shown.length === 0 ? name : `${name}: ${shown.join(', ')}`
}

function inShort(value: string): string {
	const signs = [...visible(value.replace(/\s+/g, ' ').trim())]
	return signs.length <= MAX_VALUE_CHARS
		? signs.join('')
		: `${signs.slice(0, MAX_VALUE_CHARS - 1).join('')}…`
}

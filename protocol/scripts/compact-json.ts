/** JSON for reviewers: a change shows where it is, without a line for each bracket. */

/** Columns that a line may have before its value is spread over several. */
const MAX_COLUMNS = 140

const onOneLine = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')

function printed(value: unknown, depth: number, level: number, before: number): string {
	const line = onOneLine(value)
	if (typeof value !== 'object' || value === null || level >= depth) return line
	if (before + line.length <= MAX_COLUMNS) return line
	const indent = '\t'.repeat(level + 1)
	const inside = (text: string): string => `\n${indent}${text}`
	const [open, close, parts] = Array.isArray(value)
		? ['[', ']', value.map((one) => printed(one, depth, level + 1, indent.length))]
		: [
				'{',
				'}',
				Object.entries(value).map(([name, one]) => {
					const key = `${JSON.stringify(name)}: `
					return key + printed(one, depth, level + 1, indent.length + key.length)
				}),
			]
	return `${open}${parts.map(inside).join(',')}\n${'\t'.repeat(level)}${close}`
}

/**
 * @param depth levels that may be spread over lines; what is deeper stays on the line of its parent, however long
 * @returns the text, with a line break at its end
 */
export const compactJson = (value: unknown, depth: number): string =>
	`${printed(JSON.parse(JSON.stringify(value)), depth, 0, 0)}\n`

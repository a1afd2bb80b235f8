/** The texts in sources: string literals, templates and JSX text, not comments. */
import { parseSync } from 'vite'

export interface Text {
	/** The index in the source at which it begins. */
	readonly at: number
	readonly value: string
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null

function* nodes(value: unknown): Generator<Readonly<Record<string, unknown>>, void> {
	if (Array.isArray(value)) for (const one of value) yield* nodes(one)
	else if (isNode(value)) {
		yield value
		for (const one of Object.values(value)) yield* nodes(one)
	}
}

/** The text of a string, with `…` for each value in it; null for other nodes. */
function textOf(node: Readonly<Record<string, unknown>>): string | null {
	switch (node['type']) {
		case 'Literal':
		case 'JSXText':
			return typeof node['value'] === 'string' ? node['value'] : null
		case 'TemplateLiteral':
			return (node['quasis'] as { value: { cooked: string | null } }[])
				.map((one) => one.value.cooked ?? '')
				.join('…')
		default:
			return null
	}
}

/** @returns a line number, from 1 */
export const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** @param file its name decides the language: `.ts` or `.tsx` */
export function textsOfScript(file: string, source: string): readonly Text[] {
	const found: Text[] = []
	for (const node of nodes(parseSync(file, source).program.body)) {
		const text = textOf(node)
		if (text === null) continue
		found.push({ at: node['start'] as number, value: oneLine(text) })
	}
	return found
}

/** C#: literals outside of comments, each by itself. */
export function textsOfCSharp(source: string): readonly Text[] {
	const token = /\/\/[^\n]*|\/\*.*?\*\/|'(?:\\.|[^'\\])'|[$@]*"(?:""|\\.|[^"\\])*"/gs
	return [...source.matchAll(token)]
		.filter(([text]) => /^[$@]*"/.test(text))
		.map((one) => ({ at: one.index, value: oneLine(one[0]) }))
}

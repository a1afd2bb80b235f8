/** The lists in Unity's settings files, as text: the rest of a file stays as it is. Pure. */

/** Unity writes it without quotes. */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()+/-]*$/u

/** A whole file. */
export const settingsFile = (type: string, lines: readonly string[] = []): string =>
	`%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!129 &1\n${type}:\n${lines.map((line) => `  ${line}\n`).join('')}`

interface Block {
	readonly indent: string
	/** The lines of its items. */
	readonly body: string
	/** Where the block begins in the text, with the line of its key. */
	readonly from: number
	readonly to: number
}

function blockOf(text: string, key: string): Block | null {
	const found = new RegExp(
		`^([ \\t]*)${key}:[ \\t]*(?:\\[\\])?[ \\t]*(?:\\r?\\n|$)((?:\\1[- \\t].*(?:\\r?\\n|$))*)`,
		'm',
	).exec(text)
	if (found === null) return null
	const [whole, indent = '', body = ''] = found
	return { indent, body, from: found.index, to: found.index + whole.length }
}

function unquoted(written: string): string {
	const single = /^'(.*)'$/.exec(written)?.[1]
	if (single !== undefined) return single.replaceAll("''", "'")
	if (!/^".*"$/.test(written)) return written
	try {
		return String(JSON.parse(written))
	} catch {
		return written
	}
}

const quoted = (value: string): string =>
	value === '' || PLAIN.test(value) ? value : `'${value.replaceAll("'", "''")}'`

/** The names of a list `key:\n- a\n- b`; unnamed ones are empty. */
export const namesIn = (text: string, key: string): string[] =>
	[...(blockOf(text, key)?.body ?? '').matchAll(/^[ \t]*-[ \t]*(.*?)[ \t]*$/gm)].map(
		([, written = '']) => unquoted(written),
	)

/** The items of a list of maps, each with its values by key. */
export const mapsIn = (text: string, key: string): ReadonlyMap<string, string>[] =>
	(blockOf(text, key)?.body ?? '')
		.split(/^[ \t]*- /m)
		.slice(1)
		.map(
			(item) =>
				new Map(
					[...item.matchAll(/^[ \t]*(\w+):[ \t]*(.*?)[ \t]*$/gm)].map(
						([, name = '', value = '']) => [name, unquoted(value)],
					),
				),
		)

/** The file with these items in place of the list's. */
function withBlock(text: string, key: string, items: readonly string[]): string {
	const block = blockOf(text, key) ?? { indent: '  ', from: text.length, to: text.length }
	const lines = items.length === 0 ? [`${key}: []`] : [`${key}:`, ...items]
	const written = lines.map((line) => `${block.indent}${line}\n`).join('')
	return `${text.slice(0, block.from)}${written}${text.slice(block.to)}`
}

export const withNames = (text: string, key: string, names: readonly string[]): string =>
	withBlock(
		text,
		key,
		names.map((name) => `- ${quoted(name)}`),
	)

export const withMaps = (
	text: string,
	key: string,
	maps: readonly ReadonlyMap<string, string>[],
): string =>
	withBlock(
		text,
		key,
		maps.flatMap((map) =>
			[...map].map(([name, value], n) => `${n === 0 ? '-' : ' '} ${name}: ${quoted(value)}`),
		),
	)

/** The generated files of the protocol as text, by their path in the repository. Pure. */

import { allTools, fullSchema, resolveCall, type ToolSpec } from '../src/tools/index.ts'
import { canonicalJson } from '../src/wire/calls.ts'
import { argsHash, sha256 } from './args-hash.ts'
import { compactJson } from './compact-json.ts'
import { EDITOR_LINK_FRAMES } from './editor-link-frames.ts'

/** One example of one action, as `examples` of `protocol/schemas/<tool>.json` lists them. */
export interface ContractCase {
	/** `run` for tools without actions. */
	readonly action: string
	readonly name: string
	/** The arguments in the form in which a model writes them. */
	readonly args: unknown
	/** The arguments that are sent: checked, with defaults filled in. `argsHash` covers these. */
	readonly params: unknown
	/** SHA-256, lower-case hex, of the canonical JSON of `{method, params}`. */
	readonly argsHash: string
	readonly result: unknown
}

/** Values on which implementations of canonical JSON differ. */
const CANONICAL_VALUES: readonly unknown[] = [
	{ b: 1, a: 2 },
	{ nested: { z: [3, { y: 1, x: null }], a: {} }, list: [] },
	{ é: 1, e: 2, E: 3, '1': 4, '10': 5, '9': 6, '': 7 },
	// UTF-16 code units, not code points: U+1F600 begins with D83D and sorts before U+FB33.
	{ '\uFB33': 1, '\u{1F600}': 2, '\u20AC': 3, '\r': 4, '\u0080': 5 },
	['\u2028', '"', '\\', '/', '\b\f\n\r\t', '\u001f', '\u007f', 'ä€😀'],
	[0, 1, -1, 1.5, 0.1, 1e21, 1e-7, 123456789012345, 5e-324, 333333333.3333333],
	[true, false, null],
	'text',
]

/** An action of a schema and a member of an example have a line each, as long as they are. */
const DEPTH = 3

export async function contractCases(tool: ToolSpec): Promise<ContractCase[]> {
	const cases: ContractCase[] = []
	for (const [action, spec] of Object.entries(tool.actions)) {
		for (const example of spec.examples) {
			const resolved = resolveCall(tool.name, example.args)
			if (!resolved.ok) {
				throw new Error(`${tool.name} ${action}, "${example.name}": ${resolved.error.message}`)
			}
			const { params } = resolved.call
			cases.push({
				action,
				name: example.name,
				args: example.args,
				params,
				argsHash: await argsHash({ method: tool.name, params }),
				result: example.result,
			})
		}
	}
	return cases
}

async function toolSchema(tool: ToolSpec): Promise<unknown> {
	const { input, output } = fullSchema(tool)
	return {
		tool: tool.name,
		title: tool.title,
		labels: tool.labels ?? {},
		description: tool.description,
		runsOn: tool.runsOn,
		offered: tool.offered,
		actions: Object.fromEntries(
			Object.entries(tool.actions).map(([name, { summary, risk, replay, timeoutMs, pauses }]) => [
				name,
				{ summary, risk, replay, timeoutMs, pauses: pauses === true },
			]),
		),
		input,
		output,
		examples: await contractCases(tool),
	}
}

export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
	const files = new Map<string, string>()
	const put = (path: string, value: unknown): void => {
		files.set(`protocol/${path}.json`, compactJson(value, DEPTH))
	}
	for (const tool of allTools) {
		put(`schemas/${tool.name}`, await toolSchema(tool))
	}
	put('fixtures/editor-link', EDITOR_LINK_FRAMES)
	put(
		'fixtures/canonical-json',
		await Promise.all(
			CANONICAL_VALUES.map(async (value) => {
				const canonical = canonicalJson(value)
				return { value, canonical, sha256: await sha256(canonical) }
			}),
		),
	)
	return files
}

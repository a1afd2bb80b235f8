/** Arguments as no schema wants them, made from the examples of every tool. */
import {
	allTools,
	BATCH_TOOLS,
	hasActions,
	resolveCall,
	type ToolSpec,
	toolByName,
} from '@fairlead/protocol/tools'

export interface HostileCall {
	readonly name: string
	readonly input: unknown
}

/** JSON that throws if code turns it into a string or a number. */
const UNSPEAKABLE = { toString: 'x', valueOf: [] }

const VALUES: readonly unknown[] = [
	null,
	7,
	true,
	'x',
	'',
	[],
	{},
	[null],
	[[null]],
	[7, 'x'],
	[{}],
	[UNSPEAKABLE],
	UNSPEAKABLE,
	{ a: { b: [null, { c: null }] } },
	JSON.parse('{"__proto__":null,"constructor":null}'),
]
const ACTIONS: readonly unknown[] = [...VALUES, 'run', 'constructor', 'toString', '__proto__']

/** Whole arguments, then each member of an example missing or replaced. */
function hostileArguments(tool: ToolSpec): unknown[] {
	const examples = Object.values(tool.actions).flatMap((action) => action.examples.slice(0, 1))
	const members = examples.flatMap(({ args }) =>
		Object.keys(args).flatMap((key) => {
			const { [key]: _, ...others } = args
			return [others, ...VALUES.map((value) => ({ ...args, [key]: value }))]
		}),
	)
	const actions = hasActions(tool) ? ACTIONS.map((action) => ({ action })) : []
	return [...VALUES, ...actions, ...members]
}

/** The operations of a batch are checked only where they run. */
function hostileBatches(): unknown[] {
	const operation = { tool: 'unity_query', args: { action: 'find', name: 'x' } }
	const inside = [...BATCH_TOOLS, 'unity_batch', 'delete_file', 'run_command'].flatMap((name) => {
		const tool = toolByName(name)
		return tool ? hostileArguments(tool).map((args) => ({ tool: name, args })) : []
	})
	const lists = [
		...inside,
		...ACTIONS.map((tool) => ({ tool, args: {} })),
		{ tool: 'unity_query' },
		{ args: {} },
	]
	return [
		{ operations: Array.from({ length: 101 }, () => operation) },
		...lists.map((one) => ({ operations: [one] })),
	]
}

/** Calls of every tool of the product, and of names that are not tools. */
export const hostileCalls = (): HostileCall[] => [
	...allTools.flatMap((tool) =>
		hostileArguments(tool).map((input) => ({ name: tool.name, input })),
	),
	...hostileBatches().map((input) => ({ name: 'unity_batch', input })),
	...['constructor', '__proto__', 'toString', 'none', ''].flatMap((name) =>
		VALUES.map((input) => ({ name, input })),
	),
]

export const isRefused = ({ name, input }: HostileCall): boolean => !resolveCall(name, input).ok

/** Every tool, by name; look-ups; checking of arguments. */
import type * as z from 'zod'
import { TOOLS } from '../packs/index.ts'
import { type CallError, failed } from '../wire/calls.ts'
import { text } from '../wire/safe-read.ts'
import {
	type ActionSpec,
	hasActions,
	isForModels,
	type Runner,
	type ToolSpec,
} from './define-tool.ts'
import { inOtherCase, meantArguments } from './mistakes/meant-arguments.ts'
import { unknownAction } from './mistakes/unknown-action.ts'
import { unknownTool } from './mistakes/unknown-tool.ts'
import { wrongArguments } from './mistakes/wrong-arguments.ts'

export { isListed, TOOLS, worksIn } from '../packs/index.ts'

export type ToolName = keyof typeof TOOLS
/** The tools a conversation can show: all but those that only the product calls. */
export type OfferedToolName = {
	[N in ToolName]: (typeof TOOLS)[N]['offered'] extends 'never' ? never : N
}[ToolName]
/** The tools whose declaration has the page's sentence for a call. */
export type LabelledToolName = {
	[N in ToolName]: (typeof TOOLS)[N] extends { readonly labels: object } ? N : never
}[ToolName]
/** Names of the tools that run there: implementations are records by these names, so a missing one does not compile. */
export type ToolNameOn<R extends Runner> = {
	[N in ToolName]: (typeof TOOLS)[N]['runsOn'] extends R ? N : never
}[ToolName]
export type ToolAction<N extends ToolName> = keyof Actions<N> & string
type Actions<N extends ToolName> = (typeof TOOLS)[N]['actions']
/** Arguments of one action after parsing: defaults filled in, without `action`. */
export type ToolArgs<N extends ToolName, A extends keyof Actions<N>> =
	Actions<N>[A] extends ActionSpec<infer I, z.ZodType> ? z.infer<I> : never
/** Result of one action. */
export type ToolResult<N extends ToolName, A extends keyof Actions<N>> =
	Actions<N>[A] extends ActionSpec<z.ZodObject, infer O> ? z.infer<O> : never

export const allTools: readonly ToolSpec[] = Object.values(TOOLS)

export function toolByName(name: string): ToolSpec | undefined {
	return Object.hasOwn(TOOLS, name) ? TOOLS[name as ToolName] : undefined
}

/** The action that a call names; its arguments are not looked at. */
export function actionNamed(
	name: string,
	params: Readonly<Record<string, unknown>>,
): ActionSpec | undefined {
	const tool = toolByName(name)
	if (!tool) return undefined
	const chosen = hasActions(tool) ? params['action'] : 'run'
	const isKnown = typeof chosen === 'string' && Object.hasOwn(tool.actions, chosen)
	return isKnown ? tool.actions[chosen] : undefined
}

/** A call whose tool, action and arguments are known to be right. */
export interface ResolvedCall {
	readonly tool: ToolSpec
	/** `run` for tools without actions. */
	readonly actionName: string
	readonly action: ActionSpec
	/** Parsed arguments with defaults, without `action`. */
	readonly args: Record<string, unknown>
	/** The params that are sent: `args`, with `action` if the tool has actions. */
	readonly params: Record<string, unknown>
}

export type Resolution = { ok: true; call: ResolvedCall } | { ok: false; error: CallError }

const CALLED_BY_MODELS: readonly string[] = allTools
	.filter((one) => isForModels(one) && one.runsOn !== 'provider')
	.map((one) => one.name)

/** Checks a call against the registry. Errors name what is allowed; never throws. */
export function resolveCall(name: string, input: unknown): Resolution {
	const tool = toolByName(name)
	if (!tool) return { ok: false, error: unknownTool(name, CALLED_BY_MODELS) }
	if (typeof input !== 'object' || input === null || Array.isArray(input)) {
		return refuse('invalid_arguments', `${name} takes a JSON object.`)
	}
	const { action: chosen, ...rest } = input as Record<string, unknown>
	const selecting = hasActions(tool)
	const names = Object.keys(tool.actions)
	const isOne = typeof chosen === 'string' && !names.includes(chosen)
	const named = isOne ? (inOtherCase(chosen, names) ?? chosen) : chosen
	const actionName = selecting ? named : 'run'
	if (typeof actionName !== 'string' || !Object.hasOwn(tool.actions, actionName))
		return { ok: false, error: unknownAction(name, actionName, tool.actions) }
	const action = tool.actions[actionName] as ActionSpec
	const { parsed, given } = parsedBy(action, selecting ? rest : input)
	if (!parsed.success) {
		const of = `${name}${selecting ? ` ${actionName}` : ''}`
		return { ok: false, error: wrongArguments(of, action, parsed.error.issues, given) }
	}
	const args = withOperations(action, parsed.data as Record<string, unknown>)
	return {
		ok: true,
		call: {
			tool,
			actionName,
			action,
			args,
			params: selecting ? { action: actionName, ...args } : args,
		},
	}
}

/** A name that is put right may have a value that can be put right. */
const MENDS = 2

/** @returns also the arguments as they were read in the end */
function parsedBy({ input: schema }: ActionSpec, asGiven: unknown) {
	let given = asGiven
	let parsed = schema.safeParse(given)
	for (let mended = 0; mended < MENDS && !parsed.success; mended++) {
		given = meantArguments(given, parsed.error.issues, schema.shape)
		parsed = schema.safeParse(given)
	}
	return { parsed, given }
}

/** The operations of a batch are checked where they run: editors get them as they are meant. */
function withOperations(
	{ contains }: ActionSpec,
	args: Record<string, unknown>,
): Record<string, unknown> {
	const operations = contains?.(args)
	if (!operations) return args
	return {
		...args,
		operations: operations.map(({ tool, args: { action, ...given } }) => {
			const name = text(action)
			const names = Object.keys(toolByName(tool)?.actions ?? {})
			const named = name === undefined ? undefined : (inOtherCase(name, names) ?? name)
			const schema = named === undefined ? undefined : toolByName(tool)?.actions[named]?.input
			const wrong = schema?.safeParse(given).error?.issues ?? []
			const meant =
				wrong.length === 0
					? given
					: (meantArguments(given, wrong, schema?.shape ?? {}) as typeof given)
			return {
				tool,
				args: { ...(action === undefined ? {} : { action: named ?? action }), ...meant },
			}
		}),
	}
}

const refuse = (code: CallError['code'], message: string, data?: unknown): Resolution => ({
	ok: false,
	error: failed(code, message, data === undefined ? {} : { data }).error,
})

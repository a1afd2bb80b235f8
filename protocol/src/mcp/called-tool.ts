/** The tool that a `tools/call` means: the one that it names, or the one inside `call_tool`. Pure. */
import { CALL_TOOL } from './tool-list.ts'

export interface CalledTool {
	readonly name: string
	readonly args: Readonly<Record<string, unknown>>
}

/** Other agents' words for a tool and for its arguments. */
const NAMES = ['name', 'tool', 'tool_name', 'toolName']
const ARGUMENTS = ['arguments', 'args', 'params', 'parameters', 'input']

/** The call inside a `call_tool`; the call itself if it is another one, or its name or arguments cannot be read. */
export function calledTool({ name, args }: CalledTool): CalledTool {
	if (name !== CALL_TOOL) return { name, args }
	const inner = innerName(args)
	const given = innerArguments(args)
	return inner === undefined || given === undefined ? { name, args } : { name: inner, args: given }
}

export function innerName(args: CalledTool['args']): string | undefined {
	const [member] = NAMES.filter((one) => Object.hasOwn(args, one))
	const inner = member === undefined ? undefined : args[member]
	return typeof inner === 'string' && inner !== CALL_TOOL ? inner : undefined
}

/** The arguments: a member for them, or else all members beside the name. */
function innerArguments(args: CalledTool['args']): CalledTool['args'] | undefined {
	const [member] = ARGUMENTS.filter((one) => Object.hasOwn(args, one))
	if (member !== undefined) return asObject(args[member])
	const [named] = NAMES.filter((one) => Object.hasOwn(args, one))
	return Object.fromEntries(Object.entries(args).filter(([key]) => key !== named))
}

/** Some models write the object as text. */
function asObject(value: unknown): CalledTool['args'] | undefined {
	if (typeof value !== 'string')
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as CalledTool['args'])
			: undefined
	try {
		const read: unknown = JSON.parse(value)
		return typeof read === 'string' ? undefined : asObject(read)
	} catch {
		return undefined
	}
}

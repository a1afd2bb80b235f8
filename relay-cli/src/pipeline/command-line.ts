/** A command of Unity's bridge as words for its command line. Pure. */
import { failed } from '@fairlead/protocol/calls'
import { BridgeError } from './bridge-error.ts'
import type { BridgeCommand } from './command-catalog.ts'

export type CommandArgs = Readonly<Record<string, unknown>>

/**
 * `folder` names the editor: several may be open. Everything behind `--` belongs to the command, whatever it is called.
 *
 * @throws {BridgeError} for an argument that the command does not have, or that cannot be written.
 */
export function commandLine(
	command: BridgeCommand,
	args: CommandArgs,
	{ folder, timeoutMs }: { folder: string; timeoutMs: number },
): string[] {
	const seconds = Math.max(1, Math.floor(timeoutMs / 1_000))
	const given = givenIn(args)
	return [
		'command',
		...command.name.split(/\s+/),
		'--project-path',
		folder,
		'--timeout',
		String(seconds),
		...(given.length > 0 ? ['--'] : []),
		...given.flatMap(([name, value]) => [`--${parameterOf(command, name)}`, written(name, value)]),
	]
}

/** What is sent of the arguments. */
export const givenIn = (args: CommandArgs): [string, CommandArgs[string]][] =>
	Object.entries(args).filter(([, value]) => value !== undefined && value !== null)

/** Versions spell `hierarchy_path` also `hierarchy-path`. */
export const plainName = (parameter: string): string => parameter.toLowerCase().replace(/[-_]/g, '')

/** Unity's command line drops what it does not know and reports success, so nothing unknown is sent. */
function parameterOf(command: BridgeCommand, name: string): string {
	const found = command.parameters.find((one) => plainName(one.name) === plainName(name))
	if (found) return found.name
	const known = command.parameters.map((one) => one.name)
	throw new BridgeError(
		failed('invalid_arguments', `Unity's command "${command.name}" has no argument "${name}".`, {
			hint: known.length > 0 ? `It has: ${known.join(', ')}.` : 'It has no arguments.',
		}),
	)
}

function written(name: string, value: unknown): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value)
	if (text.startsWith('--') || text.includes('\0'))
		throw new BridgeError(
			failed('invalid_arguments', `Unity's command line cannot take this value of "${name}".`, {
				hint: 'A value must not begin with --.',
			}),
		)
	return text
}

/** Commands of the agent as people on the page see them, through the room: their outputs, their list, and Stop. */

import { type CommandRead, CommandReads } from '@fairlead/protocol/commands/command-requests'
import { CommandRequests } from '@fairlead/protocol/commands/command-stop'
import {
	type CommandList,
	type CommandOutput,
	type CommandStopped,
	LIVE_OUTPUT_BYTES,
	MAX_COMMAND_LINE,
	MAX_LISTED_COMMANDS,
} from '@fairlead/protocol/commands/running-commands'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RpcRefusal } from '../rpc/rpc-peer.ts'
import type { Command, Commands } from './commands.ts'

export interface WatchedCommands {
	readonly commands: Commands
	/** The project that asks. */
	readonly room: string
	/** Whether it has this folder. */
	has(editorKey: string): boolean
}

/** @throws {RpcRefusal} if the request is not valid; everything else is an outcome */
export function readCommands(
	watched: WatchedCommands,
	method: CommandRead,
	params: unknown,
): CallOutcome {
	switch (method) {
		case 'commands.list': {
			const request = CommandReads[method].safeParse(params)
			if (!request.success) throw invalid()
			return list(watched, request.data.editorKey)
		}
		case 'commands.output': {
			const request = CommandReads[method].safeParse(params)
			if (!request.success) throw invalid()
			const { editorKey, of, fromByte = 0 } = request.data
			const command = find(watched, editorKey, of)
			if (!command) return failed('not_found', 'That command is not known here.')
			const result = outputOf(command, fromByte)
			return { status: 'ok', result }
		}
		default:
			return method satisfies never
	}
}

/**
 * Ends a command with all that it started. One that has ended is left as it is, so that a repeated request is harmless.
 *
 * @throws {RpcRefusal} with a message for people
 */
export async function stopCommand(
	watched: WatchedCommands,
	params: unknown,
): Promise<CommandStopped> {
	const request = CommandRequests['commands.stop'].params.safeParse(params)
	if (!request.success) throw invalid()
	const { editorKey, handle } = request.data
	const command = find(watched, editorKey, { handle })
	if (!command?.background)
		throw new RpcRefusal(
			RPC_ERROR.forbidden,
			'That command is not known here: it ended a while ago, or with the relay.',
		)
	command.program.end('ended')
	await command.program.done
	const { state, exitCode } = standingOf(command)
	return { line: lineOf(command), state, exitCode }
}

type Asked = { readonly callId: string } | { readonly handle: string }

/** Finds only a command that this project began, in this folder of it. */
function find(
	{ commands, room, has }: WatchedCommands,
	editorKey: string,
	of: Asked,
): Command | undefined {
	const command = 'callId' in of ? commands.ofCall(room, of.callId) : commands.get(room, of.handle)
	return command?.editorKey === editorKey && has(editorKey) ? command : undefined
}

function list({ commands, room, has }: WatchedCommands, editorKey: string): CallOutcome {
	const all = has(editorKey) ? commands.inBackground(room, editorKey) : []
	const result: CommandList = {
		commands: all.slice(0, MAX_LISTED_COMMANDS).map((command) => ({
			...standingOf(command),
			line: lineOf(command),
			startedAt: command.startedAt,
		})),
	}
	return { status: 'ok', result }
}

function outputOf(command: Command, fromByte: number): CommandOutput {
	const { text, firstByte, nextByte, repeatsLine } = command.output.since(
		fromByte,
		LIVE_OUTPUT_BYTES,
	)
	return { ...standingOf(command), output: text, firstByte, nextByte, repeatsLine }
}

const standingOf = ({ handle, output, program: { state } }: Command) => ({
	handle,
	state: state.kind,
	exitCode: state.kind === 'exited' ? state.exitCode : null,
	outputBytes: output.bytes,
})

/** Secrets may be among the arguments. */
const lineOf = ({ line }: Command): string => withoutSecrets(line).slice(0, MAX_COMMAND_LINE)

const invalid = (): RpcRefusal =>
	new RpcRefusal(RPC_ERROR.invalidParams, 'This request is not valid.')

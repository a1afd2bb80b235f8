/** Terminals as a project's room asks for them. */

import {
	TerminalAct,
	TerminalInput,
	TerminalSeen,
	ViewerLeft,
} from '@fairlead/protocol/agents/terminals'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { outcomeOfError } from '../files/file-error.ts'
import type { TerminalNews } from '../link/room-link.ts'
import { RpcRefusal } from '../rpc/rpc-peer.ts'
import type { TerminalDesk } from './terminal-desk.ts'

export interface RoomTerminals {
	readonly terminals: TerminalDesk
	readonly room: string
	/** Whether the project that asks has this folder. */
	has(editorKey: string): boolean
}

/** @throws {RpcRefusal} if the request is not valid; everything else is an outcome */
export async function actOnTerminal(
	{ terminals, has }: RoomTerminals,
	params: unknown,
): Promise<CallOutcome> {
	const asked = TerminalAct.safeParse(params)
	if (!asked.success || asked.data.act.editorKey !== asked.data.editorKey)
		throw new RpcRefusal(RPC_ERROR.invalidParams, 'This request is not valid.')
	const { by, editorKey, act } = asked.data
	if (!has(editorKey)) return failed('not_found', 'That folder is not linked to this project.')
	try {
		return { status: 'ok', result: await terminals.act(by, editorKey, act) }
	} catch (error) {
		return outcomeOfError(error)
	}
}

/** Drops news that are not valid, or of a folder of another project. */
export function tellTerminals(
	{ terminals, room, has }: RoomTerminals,
	method: TerminalNews,
	params: unknown,
): void {
	switch (method) {
		case 'terminal.input': {
			const input = TerminalInput.safeParse(params)
			if (input.success && has(input.data.editorKey)) terminals.input(input.data)
			return
		}
		case 'terminal.seen': {
			const seen = TerminalSeen.safeParse(params)
			if (seen.success && has(seen.data.editorKey)) terminals.seen(seen.data)
			return
		}
		case 'viewer.left': {
			const left = ViewerLeft.safeParse(params)
			if (left.success) terminals.left(room, left.data.viewer)
			return
		}
		default:
			method satisfies never
	}
}

/** Terminals on the project's computers: acts, keys and outputs pass between pages and relays. Nothing is kept here. */

import {
	TERMINAL_ACT,
	type TerminalAct,
	type TerminalInput,
	type TerminalOutput,
	type TerminalSeen,
	type ViewerOutput,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import { failed } from '@fairlead/protocol/wire/calls'
import { type JsonRpcId, rpcNotification, rpcSuccess } from '@fairlead/protocol/wire/json-rpc'
import { authorOf } from '../../access/author.ts'
import type { RoomContext } from '../room-context.ts'
import { type ViewerState, viewerMay } from '../sockets/sockets.ts'

const NOT_TERMINALS =
	'You can view this project, but not use terminals on its computers. Its owners can make you an editor.'
const NOT_SHELLS = 'Only owners of this project can start a shell on its computers.'

const mayUse = (state: ViewerState): boolean =>
	state.within === null && viewerMay(state, 'room.use_terminals')

export function actOnTerminal(
	{ sockets, seats, reads }: RoomContext,
	ws: WebSocket,
	state: ViewerState,
	id: JsonRpcId,
	act: ViewerTerminalAct,
): void {
	const refuse = (...why: Parameters<typeof failed>): void => {
		sockets.send(ws, rpcSuccess(id, failed(...why)))
	}
	if (!mayUse(state)) {
		refuse('denied', NOT_TERMINALS)
		return
	}
	const shells = viewerMay(state, 'room.use_shells')
	if (act.act === 'open_shell' && !shells) {
		refuse('denied', NOT_SHELLS)
		return
	}
	// Folders of other projects are in other rooms.
	const { editorKey } = act
	const relayId = seats.get(editorKey)?.relayId
	if (!relayId) {
		refuse('target_gone', 'This folder is no longer linked.')
		return
	}
	// A sleeping computer would carry the act out when nobody expects it any more.
	if (!sockets.hasRelay(relayId)) {
		refuse('no_editor', 'The relay is offline.')
		return
	}
	const { name } = authorOf(state.actor)
	reads.ask(ws, id, relayId, TERMINAL_ACT, {
		by: { viewer: state.viewerId, name, shells },
		request: crypto.randomUUID(),
		editorKey,
		act,
	} satisfies TerminalAct)
}

/** Keys are the fast path: nothing here waits, and what cannot arrive is dropped. */
export function passToRelay(
	{ sockets, seats }: RoomContext,
	state: ViewerState,
	method: 'terminal.input' | 'terminal.seen',
	told: Omit<TerminalInput, 'viewer'> | Omit<TerminalSeen, 'viewer'>,
): void {
	if (!mayUse(state)) return
	const relayId = seats.get(told.editorKey)?.relayId
	// Keys must not arrive hours later at a computer that slept.
	if (!relayId || !sockets.hasRelay(relayId)) return
	sockets.sendToRelay(relayId, rpcNotification(method, { ...told, viewer: state.viewerId }))
}

/** Passes output to the pages that the relay names, if they may see it. A relay speaks of its own folders only. */
export function showOutput(
	{ sockets, seats }: RoomContext,
	relayId: string,
	{ viewers, ...output }: TerminalOutput,
): void {
	if (seats.get(output.editorKey)?.relayId !== relayId) return
	const shown: ViewerOutput = output
	sockets.notifyPermitted('room.use_terminals', 'terminal.output', shown, new Set(viewers))
}

/**
 * Said of every page that could use terminals, to all relays: which pages did would have to be stored with each
 * socket, since the room sleeps. A page whose person gets another role is closed, and is another viewer when it
 * comes back: what a relay knows of a viewer does not outlive the right.
 */
export function tellOfLeaving({ sockets }: RoomContext, state: ViewerState): void {
	if (!mayUse(state)) return
	sockets.notifyRelays('viewer.left', { viewer: state.viewerId })
}

/** Opens the socket to a project's room. */
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import ReconnectingWebSocket from 'partysocket/ws'
import { apiDone } from '../api/client.ts'
import { toApiError } from '../api/problem.ts'
import type { Socket } from '../live-socket.ts'
import { RoomStore } from './room-store.ts'

/** Viewers reconnect within this span, so that they do not all reach a restarted server at once. */
const RECONNECT = {
	minReconnectionDelay: 500,
	maxReconnectionDelay: 10_000,
	reconnectionDelayGrowFactor: 1.7,
	/** Frames for a closed socket are answers that nothing waits for. */
	maxEnqueuedMessages: 0,
}

/** HTTP statuses for a person who is signed out, or has lost the right. */
const NO_ACCESS: readonly number[] = [401, 403, 404, 410]

/** @param probe a read that is refused once the right to the room has ended */
export function dial(path: string, probe: string): RoomStore {
	const url = new URL(path, location.href)
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
	const socket = new ReconnectingWebSocket(url.href, VIEWER_LINK.subprotocol, RECONNECT)
	return new RoomStore(socket as unknown as Socket, {
		hasNoAccess: () =>
			apiDone(probe, {}).then(
				() => false,
				(error) => NO_ACCESS.includes(toApiError(error).status),
			),
	})
}

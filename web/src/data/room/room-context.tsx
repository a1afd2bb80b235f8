import { Me } from '@fairlead/protocol/http'
import { VIEWER_LINK } from '@fairlead/protocol/viewer-link'
import ReconnectingWebSocket from 'partysocket/ws'
import type { ReactNode } from 'react'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { isSignedOut } from '../api/queries.ts'
import type { Socket } from '../live-socket.ts'
import { type RoomSnapshot, RoomStore } from './room-store.ts'

const RoomContext = createContext<RoomStore | null>(null)

/** Viewers reconnect within this span, so that they do not all reach a restarted server at once. */
const RECONNECT = {
	minReconnectionDelay: 500,
	maxReconnectionDelay: 10_000,
	reconnectionDelayGrowFactor: 1.7,
	/** Frames for a closed socket are answers that nothing waits for. */
	maxEnqueuedMessages: 0,
}

const askSignedOut = (): Promise<boolean> => api(Me, '/api/me').then(() => false, isSignedOut)

function dial(projectId: string): RoomStore {
	const url = new URL(`/api/projects/${projectId}/room`, location.href)
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
	const socket = new ReconnectingWebSocket(url.href, VIEWER_LINK.subprotocol, RECONNECT)
	return new RoomStore(socket as unknown as Socket, { isSignedOut: askSignedOut })
}

export function RoomProvider(props: { projectId: string; children: ReactNode }) {
	const [store, setStore] = useState<RoomStore | null>(null)
	useEffect(() => {
		const dialled = dial(props.projectId)
		setStore(dialled)
		return () => {
			setStore(null)
			dialled.close()
		}
	}, [props.projectId])
	return <RoomContext value={store}>{props.children}</RoomContext>
}

const CLOSED: RoomSnapshot = {
	link: 'connecting',
	state: null,
	versions: { hierarchy: 0, selection: 0, console: 0, assets: 0, play: 0, scene: 0 },
}
const subscribeToNothing = () => () => undefined

/** null before the socket was dialled. */
export const useRoomStore = (): RoomStore | null => use(RoomContext)

export function useRoom(): RoomSnapshot {
	const store = use(RoomContext)
	return useSyncExternalStore(
		store?.subscribe ?? subscribeToNothing,
		store?.getSnapshot ?? (() => CLOSED),
	)
}

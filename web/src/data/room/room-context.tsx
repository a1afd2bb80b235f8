import type { ReactNode } from 'react'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { RoomSnapshot, RoomStore } from './room-store.ts'

const RoomContext = createContext<RoomStore | null>(null)

const RETRY_MS = 3_000
/** Beside the messages, not before them: they are read without the room. */
const loadDial = () => import('./dial.ts')

/** @param props.probe see `dial` */
export function RoomProvider(props: { path: string; probe: string; children: ReactNode }) {
	const { path, probe } = props
	const [store, setStore] = useState<RoomStore | null>(null)
	useEffect(() => {
		let left = false
		let dialled: RoomStore | null = null
		const begin = () =>
			loadDial().then(
				({ dial }) => {
					if (left) return
					dialled = dial(path, probe)
					setStore(dialled)
				},
				// The server may be away for a moment; the browser reports the failure.
				() => {
					if (!left) retry = setTimeout(begin, RETRY_MS)
				},
			)
		let retry: ReturnType<typeof setTimeout> | undefined
		void begin()
		return () => {
			left = true
			clearTimeout(retry)
			setStore(null)
			dialled?.close()
		}
	}, [path, probe])
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

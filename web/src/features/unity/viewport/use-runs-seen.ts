import { ENDED_RUN_STATES } from '@fairlead/protocol/conversations/runs'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useRoomStore } from '../../../data/room/room-context.tsx'
import type { LiveScene } from './live-scene.ts'

/** Tells the scene when a run of the conversation on screen goes on. */
export function useRunsSeen(scene: LiveScene | null): void {
	const store = useRoomStore()
	const [, open] = /\/c\/([^/]+)/.exec(useLocation().pathname) ?? []
	useEffect(() => {
		if (!store || !scene) return
		return store.onRunChanged((event) => {
			// A conversation that begins has no address yet.
			const isOther = open !== undefined && event.conversationId !== open
			if (!isOther && !ENDED_RUN_STATES.has(event.state)) scene.runGoesOn(event.runId)
		})
	}, [store, scene, open])
}

import { PAUSED, PHASES_TAKING_CALLS } from '@fairlead/protocol/editors/editors'
import type { MeshAnswer, ViewAnswer } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import type { CallError, CallOutcome } from '@fairlead/protocol/wire/calls'
import { useEffect, useRef, useState } from 'react'
import { Rereader } from '../../../data/room/rereader.ts'
import { useRoom, useRoomStore } from '../../../data/room/room-context.tsx'
import { targetSeat } from '../../../data/room/target-seat.ts'
import { intervalAfter } from './pace.ts'

const METHOD = 'unity_viewport'

export interface SceneFeed {
	readonly error: CallError | null
	/** Unix milliseconds of the latest answer; null: none yet. */
	readonly readAt: number | null
}

export interface SceneListener {
	/** @returns the revision that is known now */
	take(answer: ViewAnswer): string | undefined
	/** Everything so far was about another editor. */
	clear(): void
}

const isQuiet = ({ objects, moved, gone }: ViewAnswer): boolean =>
	objects.length + moved.length + gone.length === 0

/** Whether the page is on screen: nobody looks at a view in a hidden tab. */
function useVisible(): boolean {
	const [visible, setVisible] = useState(document.visibilityState === 'visible')
	useEffect(() => {
		const look = () => setVisible(document.visibilityState === 'visible')
		document.addEventListener('visibilitychange', look)
		return () => document.removeEventListener('visibilitychange', look)
	}, [])
	return visible
}

/**
 * Reads the target editor's scene while this is on screen: once, then at each change that the editor tells, in play
 * mode continually. Never while the editor cannot answer at once, as when it compiles.
 * @param listener null: nothing is read yet
 */
export function useSceneFeed(listener: SceneListener | null): SceneFeed {
	const store = useRoomStore()
	const { link, versions, state } = useRoom()
	const seat = targetSeat(state)
	const target = state?.target ?? null
	const visible = useVisible()
	const [error, setError] = useState<CallError | null>(null)
	const [readAt, setReadAt] = useState<number | null>(null)
	const runs = useRef(false)
	runs.current = seat?.phase === 'playing' && seat.phaseDetail !== PAUSED
	const rereader = useRef<Rereader<CallOutcome> | null>(null)
	const since = useRef<string | undefined>(undefined)
	/** Unix milliseconds before which the editor is not asked again; sooner if it tells a change. */
	const due = useRef({ next: 0, withNews: 0 })
	const takesCalls = seat !== null && PHASES_TAKING_CALLS.has(seat.phase)
	const version = `${versions.hierarchy}.${versions.scene}.${versions.play}.${seat?.phase}.${seat?.phaseDetail}`

	// biome-ignore lint/correctness/useExhaustiveDependencies: another editor, another scene
	useEffect(() => {
		since.current = undefined
		setReadAt(null)
		setError(null)
		listener?.clear()
	}, [target, listener])

	useEffect(() => {
		if (!store || !listener || link !== 'open' || target === null || !takesCalls || !visible) return
		let quiet = 0
		const own: Rereader<CallOutcome> = new Rereader({
			pause: () => new Promise((go) => setTimeout(go, Math.max(0, due.current.next - Date.now()))),
			read: async () => {
				const began = Date.now()
				const params = since.current === undefined ? {} : { since: since.current }
				const outcome = await store.read(METHOD, { action: 'changes', ...params })
				const answer = outcome.status === 'ok' ? (outcome.result as ViewAnswer) : null
				quiet = answer && isQuiet(answer) ? quiet + 1 : 0
				const interval = (stillFor: number) =>
					intervalAfter(
						answer && {
							workMs: answer.workMs,
							chars: JSON.stringify(answer).length,
							more: answer.more,
							quiet: stillFor,
						},
					)
				due.current = { next: began + interval(quiet), withNews: began + interval(0) }
				return outcome
			},
			show: (outcome) => {
				if (outcome.status === 'ok') {
					const answer = outcome.result as ViewAnswer
					since.current = listener.take(answer)
					setError(null)
					setReadAt(Date.now())
					if (answer.more || runs.current) own.changed()
				} else {
					setError(outcome.error)
					if (runs.current) own.changed()
				}
			},
		})
		rereader.current = own
		own.changed()
		return () => {
			own.end()
			rereader.current = null
		}
	}, [store, link, target, takesCalls, visible, listener])

	const readOf = useRef(version)
	useEffect(() => {
		if (readOf.current === version) return
		readOf.current = version
		due.current.next = Math.min(due.current.next, due.current.withNews)
		rereader.current?.changed()
	}, [version])

	return { error, readAt }
}

/** @returns the triangles of a mesh of the target editor; null if it has none of that name */
export function useMeshReader(): (mesh: string) => Promise<MeshAnswer | null> {
	const store = useRoomStore()
	const latest = useRef(store)
	latest.current = store
	return useRef(async (mesh: string) => {
		const outcome = await latest.current?.read(METHOD, { action: 'mesh', mesh })
		return outcome?.status === 'ok' ? (outcome.result as MeshAnswer) : null
	}).current
}

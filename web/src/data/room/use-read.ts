import type { ChangeScope } from '@fairlead/protocol/editors/editors'
import type { CallError, CallOutcome } from '@fairlead/protocol/wire/calls'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Rereader } from './rereader.ts'
import { useRoom, useRoomStore } from './room-context.tsx'
import type { RoomStore } from './room-store.ts'

/** Between two reads of the same thing, however often the editor says that it changed. */
const MIN_INTERVAL_MS = 400

const sleep = (ms: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

export interface Reading<T> {
	/** The newest answer; kept while a newer one is on its way. */
	readonly data: T | null
	readonly error: CallError | null
	readonly reload: () => void
}

/**
 * Reads something of the target editor, and again when one of the scopes changes.
 * @param what names the read; null: none.
 * @param read its newest version is called; its `result` is treated as a T.
 */
export function useReading<T>(
	what: string | null,
	read: (room: RoomStore) => Promise<CallOutcome>,
	scopes: readonly ChangeScope[],
): Reading<T> {
	const store = useRoomStore()
	const { link, versions, state } = useRoom()
	const [data, setData] = useState<{ key: string; value: T } | null>(null)
	const [error, setError] = useState<CallError | null>(null)
	const [round, setRound] = useState(0)
	const lastRead = useRef(0)
	const reader = useRef(read)
	reader.current = read
	const target = state?.target ?? null
	const key = `${target} ${what}`
	const version = `${scopes.map((scope) => versions[scope]).join('.')} ${round}`
	const rereader = useRef<Rereader<CallOutcome> | null>(null)

	useEffect(() => {
		if (!store || link !== 'open' || target === null || what === null) return
		const own = new Rereader<CallOutcome>({
			pause: () => sleep(lastRead.current + MIN_INTERVAL_MS - Date.now()),
			read: async () => {
				const outcome = await reader.current(store)
				lastRead.current = Date.now()
				return outcome
			},
			show: (outcome) => {
				if (outcome.status === 'ok') {
					setData({ key, value: outcome.result as T })
					setError(null)
				} else setError(outcome.error)
			},
		})
		rereader.current = own
		own.changed()
		return () => {
			own.end()
			rereader.current = null
		}
	}, [store, link, target, what, key])

	const readOf = useRef(version)
	useEffect(() => {
		if (readOf.current === version) return
		readOf.current = version
		rereader.current?.changed()
	}, [version])

	return {
		data: data?.key === key ? data.value : null,
		error,
		reload: useCallback(() => setRound((n) => n + 1), []),
	}
}

/**
 * One tool call that reads.
 * @param params null: nothing to read.
 */
export function useRead<T>(
	method: string,
	params: Record<string, unknown> | null,
	scopes: readonly ChangeScope[],
): Reading<T> {
	return useReading<T>(
		params === null ? null : `${method} ${JSON.stringify(params)}`,
		(room) => room.read(method, params ?? {}),
		scopes,
	)
}

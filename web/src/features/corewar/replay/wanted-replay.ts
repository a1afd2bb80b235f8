/** A battle that is to be replayed, chosen outside the workbench. It may not be open yet, so the battle waits here. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Origin } from '../battle/contestants.ts'
import type { SharedBattle } from '../share/link.ts'

export type WantedReplay = SharedBattle & { readonly from: Origin }

let wanted: WantedReplay | null = null
const listeners = new Set<() => void>()

export function wantReplay(battle: WantedReplay | null): void {
	wanted = battle
	for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** @param begin takes each battle once */
export function useWantedReplay(begin: (battle: WantedReplay) => void): void {
	const battle = useSyncExternalStore(subscribe, () => wanted)
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each battle
	useEffect(() => {
		if (battle === null) return
		wantReplay(null)
		begin(battle)
	}, [battle])
}

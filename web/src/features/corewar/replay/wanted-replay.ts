/** A battle that is to be replayed, chosen outside the workbench. It may not be open yet, so the battle waits here. */
import { useEffect, useSyncExternalStore } from 'react'
import type { BattleSetup } from '../battle/setup.ts'

let wanted: BattleSetup | null = null
const listeners = new Set<() => void>()

export function wantReplay(setup: BattleSetup | null): void {
	wanted = setup
	for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** @param begin takes each battle once */
export function useWantedReplay(begin: (setup: BattleSetup) => void): void {
	const setup = useSyncExternalStore(subscribe, () => wanted)
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each battle
	useEffect(() => {
		if (setup === null) return
		wantReplay(null)
		begin(setup)
	}, [setup])
}

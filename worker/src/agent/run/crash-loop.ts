/**
 * Counts consecutive instances of the object that ended without progress on a run: a run that
 * crashes its object must not be driven forever.
 */
import type { Run, Step } from './run-state.ts'
import type { RunStore } from './run-store.ts'

/** Deploys and evictions may come in a row; eight without a single transition between them do not. */
export const MAX_STALLS = 8
const SETTING = 'stalls'

interface Stalls {
	readonly where: string
	readonly count: number
}

type Store = Pick<RunStore, 'setting' | 'setSetting'>

const stored = (store: Store): Stalls => {
	const text = store.setting(SETTING)
	return text === null ? { where: '', count: 0 } : (JSON.parse(text) as Stalls)
}

/** A new instance takes over the run. Returns how many earlier ones came exactly this far. */
export function takeUp(store: Store, run: Run, lastStep: Step | null, openCalls: number): number {
	const step = lastStep && `${lastStep.seq} ${lastStep.state} ${lastStep.attempt}`
	const where = [run.id, run.state, step, openCalls].join(' ')
	const before = stored(store)
	const count = before.where === where ? before.count + 1 : 0
	store.setSetting(SETTING, JSON.stringify({ where, count } satisfies Stalls))
	return count
}

/** The run waits or has ended normally: counting stops. */
export function atRest(store: Store): void {
	if (stored(store).where !== '') store.setSetting(SETTING, JSON.stringify({ where: '', count: 0 }))
}

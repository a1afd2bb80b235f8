/** Whether a conversation's title is still to be written: stored, so that an eviction or a restart loses none. */
import type { Run } from '../run/run-state.ts'
import type { RunStore } from '../run/run-store.ts'

export type TitleState =
	/** It has begun, and has no answer yet. */
	| { readonly state: 'wanted' }
	| {
			readonly state: 'due'
			/** The run that gave the first answer: its author pays. */
			readonly runId: string
			/** Unix milliseconds. */
			readonly at: number
			readonly tries: number
	  }
	/** It was written, or is not to be. */
	| { readonly state: 'over' }

type Settings = Pick<RunStore, 'setting' | 'setSetting'>
const SETTING = 'title'

/** `over` also for conversations that did not begin here: copies, restored ones, those from before titles were written. */
export function titleState(store: Settings): TitleState {
	const stored = store.setting(SETTING)
	return stored === null ? { state: 'over' } : (JSON.parse(stored) as TitleState)
}

export function keepTitleState(store: Settings, state: TitleState): void {
	store.setSetting(SETTING, JSON.stringify(state))
}

/** When it is to be written, Unix ms; null: it is not. */
export function titleAt(store: Settings): number | null {
	const title = titleState(store)
	return title.state === 'due' ? title.at : null
}

/** A run has ended. Inside its transaction. */
export function noteAnswer(store: Settings, run: Run, now: number): void {
	if (run.state !== 'completed' || titleState(store).state !== 'wanted') return
	keepTitleState(store, { state: 'due', runId: run.id, at: now, tries: 0 })
}

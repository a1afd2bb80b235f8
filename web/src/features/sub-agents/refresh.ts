/** How often the page looks at a sub-agent that is unfolded: nothing tells it of its steps. Pure. */
import { ENDED_RUN_STATES, type RunState } from '@fairlead/protocol/conversations/runs'

const REFRESH_MS = 2_000

/**
 * False: not by itself. One that waits for the editor may do so for a day, and looking keeps its object awake; the
 * run that started it waits with it, and the page hears when that ends.
 */
export const refreshOf = (state: RunState | undefined): number | false =>
	state !== undefined &&
	(ENDED_RUN_STATES.has(state) || state === 'waiting_editor' || state === 'waiting_approval')
		? false
		: REFRESH_MS

/** unity_play. */
import { MAX_PROBLEMS, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { notSimulated } from './not-simulated.ts'
import { FIXED_STEP_SECONDS } from './physics/space.ts'
import { SCRIPTS_REST } from './play.ts'

type State = ToolResult<'unity_play', 'state'>

/** Game time as it can pass here: whole steps. */
export const stepsIn = (seconds: number): number => Math.round(seconds / FIXED_STEP_SECONDS)

/** The state of play mode, with the problems that the console got since then. */
export const stateSince = (core: Core, since: number): State => ({
	...core.play.state(),
	...core.console.problemsSince(since, MAX_PROBLEMS, SCRIPTS_REST),
})

export const playActions = {
	enter(core: Core, { wait_seconds, pause_after }: ToolArgs<'unity_play', 'enter'>): State {
		if (pause_after !== undefined && wait_seconds > pause_after)
			throw new Fault('invalid_arguments', 'wait_seconds is longer than pause_after.', {
				hint: 'pause_after alone answers when the game is paused.',
			})
		const since = core.now()
		core.play.enter(core)
		// Simulating the seconds takes a while, in which the editor is not "ready".
		core.tell()
		if (!core.play.isPaused) core.play.advance(core, stepsIn(pause_after ?? wait_seconds))
		if (pause_after !== undefined) core.play.pause(true)
		const note = core.play.noteOnce(notSimulated(core))
		return { ...(note === null ? {} : { note }), ...stateSince(core, since) }
	},
	exit(core: Core): State {
		core.play.exit(core)
		return core.play.state()
	},
	pause(core: Core, args: ToolArgs<'unity_play', 'pause'>): State {
		core.play.pause(args.paused)
		return core.play.state()
	},
	step(core: Core, args: ToolArgs<'unity_play', 'step'>): State {
		const since = core.now()
		core.play.step(core, args.frames)
		return stateSince(core, since)
	},
	state: (core: Core): State => core.play.state(),
}

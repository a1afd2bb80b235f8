/** unity_play. */
import type { Core } from '../core.ts'
import { notSimulated } from './not-simulated.ts'
import { FIXED_STEP_SECONDS } from './physics/space.ts'

export const playActions = {
	enter(core: Core, args: { wait_seconds: number }) {
		core.play.enter(core)
		if (!core.play.isPaused)
			core.play.advance(core, Math.round(args.wait_seconds / FIXED_STEP_SECONDS))
		const note = notSimulated(core)
		return { ...(note === null ? {} : { note }), ...core.play.state() }
	},
	exit(core: Core) {
		core.play.exit(core)
		return core.play.state()
	},
	pause(core: Core, args: { paused: boolean }) {
		core.play.pause(args.paused)
		return core.play.state()
	},
	step(core: Core, args: { frames: number }) {
		core.play.step(core, args.frames)
		return core.play.state()
	},
	state: (core: Core) => core.play.state(),
}

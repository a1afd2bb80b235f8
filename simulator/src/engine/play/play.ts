/** Play mode: a snapshot on the way in, physics while it lasts, the snapshot back on the way out. */
import type { ToolResult } from '@fairlead/protocol/tools'
import type { PropertySpec } from '../components/property-types.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { tidy, type Vector3 } from '../math.ts'
import { allObjects } from '../scene/objects.ts'
import type { Value } from '../scene/records.ts'
import type { WorldData } from '../scene/world.ts'
import {
	AT_REST,
	type Motion,
	type MotionData,
	motionData,
	motionOf,
	type Velocity,
} from './physics/motion.ts'
import { Simulation } from './physics/simulation.ts'
import { FIXED_STEP_SECONDS } from './physics/space.ts'
import { DEGREES } from './physics/values.ts'
import { TriggerLog } from './triggers.ts'

type PlayState = ToolResult<'unity_play', 'state'>

/** A tick that comes later does not make the simulation race to catch up: Unity's default Time.maximumDeltaTime. */
const MAX_TICK_SECONDS = 1 / 3

interface Playing {
	paused: boolean
	steps: number
	/** Time of ticks that was too short for a step. */
	rest: number
	readonly before: WorldData
	readonly motion: Motion
}

export interface PlayData extends Omit<Playing, 'motion'> {
	readonly motion: MotionData
}

/** Begins the console's warning of scripts; the note of unity_play says the same. */
export const SCRIPTS_REST = 'The simulated editor checks scripts but does not run them'

export class PlayMode {
	#playing: Playing | null = null
	/** Built with the first step, and rebuilt after the scene was changed otherwise. */
	#simulation: Simulation | null = null
	#triggers = new TriggerLog()
	/** The note of the last entry. */
	#noted: string | null = null

	get isPlaying(): boolean {
		return this.#playing !== null
	}
	get isPaused(): boolean {
		return this.#playing?.paused ?? false
	}

	state(): PlayState {
		const playing = this.#playing
		if (!playing) return { isPlaying: false, isPaused: false, time: 0, frame: 0 }
		return {
			isPlaying: true,
			isPaused: playing.paused,
			time: Number((playing.steps * FIXED_STEP_SECONDS).toFixed(2)),
			frame: 1 + playing.steps,
		}
	}

	/** Returns null if there is nothing to say. Said whole once; a session of trying things enters again and again. */
	noteOnce(note: string | null): string | null {
		const known = note !== null && note === this.#noted
		this.#noted = note
		if (!known) return note
		const scripts = note.includes('scripts do not run') ? ' (scripts do not run)' : ''
		return `Simulated editor: the same parts as last time do nothing${scripts}.`
	}

	enter(core: Core): void {
		if (this.#playing) return
		const errors = core.compile.errors().length
		if (errors > 0)
			throw new Fault(
				'compile_errors',
				`Play mode needs scripts that compile: there ${errors === 1 ? 'is 1 error' : `are ${errors} errors`}.`,
				{
					hint: 'Fix them and call unity_refresh; read_console_logs shows them.',
				},
			)
		const before = core.world.data()
		this.#playing = { paused: false, steps: 0, rest: 0, before, motion: motionOf() }
		this.#triggers = new TriggerLog()
		core.undo.enterPlay()
		const scripts = new Set<string>()
		for (const record of allObjects(core.world))
			for (const component of record.components)
				if (core.types.find(component.type)?.isUserScript) scripts.add(component.type)
		if (scripts.size > 0)
			core.console.add({
				type: 'warning',
				message: `${SCRIPTS_REST}: ${[...scripts].sort().join(', ')} will do nothing in play mode.`,
			})
		core.touch('play')
	}

	exit(core: Core): void {
		const playing = this.#playing
		if (!playing) return
		this.#playing = null
		this.#dropSimulation()
		core.world.load(playing.before)
		core.undo.exitPlay()
		core.touch('play', 'hierarchy', 'selection')
	}

	pause(paused: boolean): void {
		this.#need().paused = paused
	}

	/** Frames while paused; pauses first, as the editor's Step button does. */
	step(core: Core, frames: number): void {
		this.#need().paused = true
		this.advance(core, frames)
	}

	tick(core: Core, dtSeconds: number): boolean {
		const playing = this.#playing
		if (!playing || playing.paused || !(dtSeconds > 0)) return false
		playing.rest += Math.min(dtSeconds, MAX_TICK_SECONDS)
		const steps = Math.floor(playing.rest / FIXED_STEP_SECONDS + 1e-9)
		playing.rest = Math.max(0, playing.rest - steps * FIXED_STEP_SECONDS)
		this.advance(core, steps)
		return steps > 0
	}

	/** Runs that many fixed steps. */
	advance(core: Core, steps: number): void {
		const playing = this.#playing
		if (!playing || steps <= 0) return
		if (!this.#simulation?.isCurrent()) this.#dropSimulation()
		this.#simulation ??= new Simulation(core, playing.motion, (trigger, other) =>
			this.#triggers.entered(core, trigger, other),
		)
		this.#simulation.step(steps)
		playing.steps += steps
	}

	velocityOf(componentId: string, spec: PropertySpec): Value {
		const velocity = this.#velocity(componentId)
		if (spec.type.kind === 'float') return tidy(velocity.angular[2] / DEGREES)
		const size = spec.type.kind === 'vector' ? spec.type.size : 3
		return velocity[kindOf(spec)].map(tidy).slice(0, size)
	}

	setVelocity(componentId: string, spec: PropertySpec, value: Value): void {
		const [x = 0, y = 0, z = 0] = Array.isArray(value) ? value.map(Number) : []
		const part: Vector3 = spec.type.kind === 'float' ? [0, 0, Number(value) * DEGREES] : [x, y, z]
		const velocity = { ...this.#velocity(componentId), [kindOf(spec)]: part }
		this.#playing?.motion.velocities.set(componentId, velocity)
		this.#simulation?.setVelocity(componentId, velocity)
	}

	#velocity(componentId: string): Velocity {
		return this.#playing?.motion.velocities.get(componentId) ?? AT_REST
	}

	data(): PlayData | null {
		return this.#playing && { ...this.#playing, motion: motionData(this.#playing.motion) }
	}

	load(data: PlayData | null): void {
		this.#dropSimulation()
		this.#playing = data && { ...data, motion: motionOf(data.motion) }
	}

	#dropSimulation(): void {
		this.#simulation?.free()
		this.#simulation = null
	}

	#need(): Playing {
		if (this.#playing) return this.#playing
		throw new Fault('not_in_play_mode', 'The editor is not in play mode.', {
			hint: 'Enter it with unity_play enter.',
		})
	}
}

/** The velocity of a body that a property holds. */
const kindOf = ({ name }: PropertySpec): keyof Velocity =>
	name === 'angularVelocity' ? 'angular' : 'linear'

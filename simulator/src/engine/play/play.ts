/** Play mode: a snapshot on the way in, physics while it lasts, the snapshot back on the way out. */
import type { ToolResult } from '@fairlead/protocol/tools'
import { CONSTRAINTS, CONSTRAINTS_2D } from '../components/component-types-physics.ts'
import type { PropertySpec } from '../components/property-types.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { add, length, type Vector3 } from '../math.ts'
import { activeInHierarchy, allObjects, subtree } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord, Value } from '../scene/records.ts'
import { setWorldPose, worldPosition } from '../scene/transforms.ts'
import type { WorldData } from '../scene/world.ts'
import { shapesOf, solidShapes } from './colliders.ts'
import { type Body, type Shape, stepPhysics } from './physics.ts'

type PlayState = ToolResult<'unity_play', 'state'>

/** Unity's default Time.fixedDeltaTime. */
export const FIXED_STEP_SECONDS = 0.02
/** A tick that comes later than this does not make the simulation race to catch up (Time.maximumDeltaTime is alike). */
const MAX_TICK_SECONDS = 1

interface Playing {
	paused: boolean
	steps: number
	/** Time of ticks that was too short for a step. */
	rest: number
	readonly before: WorldData
	/** By id of the Rigidbody. */
	readonly velocities: Map<string, Vector3>
}

export interface PlayData extends Omit<Playing, 'velocities'> {
	velocities: [string, Vector3][]
}

export class PlayMode {
	#playing: Playing | null = null

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

	enter(core: Core): void {
		if (this.#playing) return
		const errors = core.compile.errorCount()
		if (errors > 0)
			throw new Fault(
				'compile_errors',
				`Play mode needs scripts that compile: there ${errors === 1 ? 'is 1 error' : `are ${errors} errors`}.`,
				{
					hint: 'Fix them and call unity_refresh; read_console_logs shows them.',
				},
			)
		const before = core.world.data()
		this.#playing = { paused: false, steps: 0, rest: 0, before, velocities: new Map() }
		core.undo.enterPlay()
		const scripts = new Set<string>()
		for (const record of allObjects(core.world))
			for (const component of record.components)
				if (core.types.find(component.type)?.isUserScript) scripts.add(component.type)
		if (scripts.size > 0)
			core.console.add({
				type: 'warning',
				message: `The simulated editor checks scripts but does not run them: ${[...scripts].sort().join(', ')} will do nothing in play mode.`,
			})
		core.touch('play')
	}

	exit(core: Core): void {
		const playing = this.#playing
		if (!playing) return
		this.#playing = null
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
		const gravity = gravityOf(core)
		const [bodies, statics] = collect(core)
		for (let i = 0; i < steps; i++) {
			const moving = bodies.map((body) =>
				bodyOf(core, body, gravity, playing.velocities.get(body.component.id) ?? [0, 0, 0]),
			)
			stepPhysics(moving, statics, FIXED_STEP_SECONDS)
			for (const [index, body] of moving.entries()) {
				playing.velocities.set(body.id, body.velocity)
				const owner = bodies[index]?.record
				if (!owner || length(body.moved) === 0) continue
				const position = add(worldPosition(core.world, owner.id), body.moved)
				setWorldPose(core.world, owner.id, { position })
			}
		}
		playing.steps += steps
	}

	velocityOf(componentId: string, spec: PropertySpec): Value {
		const size = spec.type.kind === 'vector' ? spec.type.size : 3
		return (this.#playing?.velocities.get(componentId) ?? [0, 0, 0]).slice(0, size)
	}

	setVelocity(componentId: string, value: Value): void {
		const [x = 0, y = 0, z = 0] = Array.isArray(value) ? value.map(Number) : []
		this.#playing?.velocities.set(componentId, [x, y, z])
	}

	data(): PlayData | null {
		return this.#playing && { ...this.#playing, velocities: [...this.#playing.velocities] }
	}

	load(data: PlayData | null): void {
		this.#playing = data && { ...data, velocities: new Map(data.velocities) }
	}

	#need(): Playing {
		if (this.#playing) return this.#playing
		throw new Fault('not_in_play_mode', 'The editor is not in play mode.', {
			hint: 'Enter it with unity_play enter.',
		})
	}
}

function gravityOf(core: Core): Vector3 {
	const text = core.project.setting('DynamicsManager.asset', 'm_Gravity') ?? ''
	const found = /x:\s*([-\d.e]+),\s*y:\s*([-\d.e]+),\s*z:\s*([-\d.e]+)/.exec(text)
	return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : [0, -9.81, 0]
}

interface Moving {
	readonly record: ObjectRecord
	readonly component: ComponentRecord
	/** Objects whose colliders belong to the body. */
	readonly owned: readonly string[]
}

const dynamic = (component: ComponentRecord): boolean =>
	component.type === 'Rigidbody'
		? component.props['isKinematic'] !== true
		: component.type === 'Rigidbody2D' &&
			component.props['bodyType'] === 'Dynamic' &&
			component.props['simulated'] !== false

/** The bodies that physics moves, and the shapes of everything else. */
function collect(core: Core): [Moving[], Shape[]] {
	const bodies: Moving[] = []
	const moved = new Set<string>()
	for (const record of allObjects(core.world)) {
		if (!activeInHierarchy(core.world, record)) continue
		const component = record.components.find(dynamic)
		if (!component) continue
		const owned = [...ownedBy(core, record.id)].map((o) => o.id)
		bodies.push({ record, component, owned })
		for (const id of owned) moved.add(id)
	}
	const statics: Shape[] = []
	for (const { shape, owner } of solidShapes(core)) if (!moved.has(owner.id)) statics.push(shape)
	return [bodies, statics]
}

/** The object and its children down to the next body. */
function* ownedBy(core: Core, rootId: string): Generator<ObjectRecord> {
	for (const record of subtree(core.world, rootId)) {
		let at: ObjectRecord = record
		while (
			at.id !== rootId &&
			!at.components.some((c) => c.type.startsWith('Rigidbody')) &&
			at.parent
		)
			at = core.world.object(at.parent)
		if (at.id === rootId && activeInHierarchy(core.world, record)) yield record
	}
}

function bodyOf(
	core: Core,
	{ component, owned }: Moving,
	gravity: Vector3,
	velocity: Vector3,
): Body {
	const { props } = component
	const flat = component.type === 'Rigidbody2D'
	const scale = flat ? Number(props['gravityScale'] ?? 1) : props['useGravity'] === false ? 0 : 1
	const mask = Number(props['constraints'] ?? 0)
	const bits = flat ? CONSTRAINTS_2D : CONSTRAINTS
	const shapes = owned.flatMap((id) => shapesOf(core, core.world.object(id)))
	return {
		id: component.id,
		moved: [0, 0, 0],
		velocity: [...velocity],
		gravity: [gravity[0] * scale, gravity[1] * scale, flat ? 0 : gravity[2] * scale],
		mass: Number(props['mass'] ?? 1),
		damping: Number(props['linearDamping'] ?? 0),
		frozen: [
			(mask & bits.FreezePositionX) !== 0,
			(mask & bits.FreezePositionY) !== 0,
			flat || (mask & CONSTRAINTS.FreezePositionZ) !== 0,
		],
		// A body's own box is moved along its world bounds, also where it stands askew.
		shapes: shapes.map(({ askew: _, ...shape }) => shape),
	}
}

/**
 * The physics of the loaded scenes. Built from the current scene and kept while only physics changes it;
 * after any other change it must be rebuilt, with the bodies' velocities.
 */
import type { Core } from '../../core.ts'
import type { ObjectRecord } from '../../scene/records.ts'
import { bodiesIn } from './bodies.ts'
import { physicsLibrary } from './library.ts'
import type { Motion, Velocity } from './motion.ts'
import { type Entered, Space } from './space.ts'

export class Simulation {
	readonly #core: Core
	readonly #motion: Motion
	readonly #spaces: readonly Space[]
	/** The objects as the simulation knows them. */
	#known: ReadonlyMap<string, ObjectRecord>

	/** @throws Error while the physics library is not loaded */
	constructor(core: Core, motion: Motion, entered: Entered) {
		this.#core = core
		this.#motion = motion
		const isUsed = (flat: boolean): boolean => !bodiesIn(core, flat).next().done
		const library = physicsLibrary()
		this.#spaces = [false, true]
			.filter(isUsed)
			.map((flat) => new Space(core, library, flat, motion, entered))
		this.#known = new Map(core.world.objects)
	}

	/** False once something other than physics has changed the scene. */
	isCurrent(): boolean {
		const { objects } = this.#core.world
		if (objects.size !== this.#known.size) return false
		for (const [id, record] of objects) if (this.#known.get(id) !== record) return false
		return true
	}

	step(steps: number): void {
		for (const space of this.#spaces) space.step(steps)
		for (const space of this.#spaces) space.writeBack(this.#motion)
		this.#known = new Map(this.#core.world.objects)
	}

	/** Takes effect with the next step. */
	setVelocity(componentId: string, velocity: Velocity): void {
		for (const space of this.#spaces) space.setVelocity(componentId, velocity)
	}

	/** Frees the library's memory. */
	free(): void {
		for (const space of this.#spaces) space.free()
	}
}

/**
 * Where a plan works. A plan is a generator that yields the calls of one step and receives
 * their outcomes; because it is deterministic, replaying it over the transcript leads to
 * the next step, and nothing has to be kept between two model calls.
 */

import { objectInLine } from '@fairlead/protocol/tools'
import { list } from '@fairlead/protocol/wire/safe-read'
import type { Warrior } from './core-war.ts'
import { failure, partly } from './failure.ts'
import {
	asList,
	asRecord,
	asStrings,
	type DoneCall,
	type Outcome,
	type Turn,
} from './transcript.ts'

export interface ToolRequest {
	readonly name: string
	readonly input: Readonly<Record<string, unknown>>
}

/** Yields the calls of a step, returns `T`. */
export type Plan<T = void> = Generator<readonly ToolRequest[], T, readonly Outcome[]>

/** Ends the plan with a last sentence. */
export class Halt extends Error {}

export interface ObjectInfo {
	readonly id: string
	readonly name: string
	readonly path: string
	readonly components: readonly string[]
}

export interface Scene {
	readonly objects: readonly ObjectInfo[]
	/** False if the hierarchy was cut. */
	readonly complete: boolean
}

export class Desk {
	/** Objects of the loaded scenes, once they were read. */
	scene: Scene | undefined
	/** The objects that "it" and "them" mean: those changed since the last message, or in the turn before. */
	touched: ObjectInfo[] = []
	/** rgba by object id, as they were set in this conversation. */
	readonly colours = new Map<string, readonly number[]>()
	/** Paths of scripts written in this conversation. */
	readonly scripts = new Set<string>()
	/** The warrior that "it" means in Core War: the best that was tried, or the one that was uploaded since. */
	warrior: Warrior | undefined
	#mostPoints = -1
	/** Objects made without a given place; the next one is put beside them. */
	placed = 0
	#isOld = true
	readonly #said: string[] = []

	constructor(before: readonly Turn[]) {
		for (const { steps } of before) {
			for (const call of steps.flatMap(({ calls }) => calls)) this.note(call)
			this.#isOld = true
		}
		this.#said.length = 0
		this.scene = undefined
	}

	/** Text for the person; it is sent with the next step. */
	say(sentence: string): void {
		this.#said.push(sentence)
	}

	takeSaid(): string {
		return this.#said.splice(0).join(' ')
	}

	/** Learns what a call changed; a failed one teaches nothing. */
	note({ name, input, outcome }: DoneCall): void {
		// A domain reload gives every object a new id: objects needed later are read again.
		if (name === 'unity_refresh' || name === 'unity_play') this.scene = undefined
		if (!outcome.ok) return
		const result = asRecord(outcome.value)
		if (name === 'write_file') this.scripts.add(String(input['path']))
		if (name === 'unity_hierarchy') this.#noteObject(input, objectFrom(result))
		if (name === 'unity_component') this.#noteComponent(input, result)
		if (name === 'tournament') this.#noteTried(input, result)
		if (name === 'upload_warrior' || name === 'upload_arena_warrior')
			this.warrior = warriorIn(input)
	}

	#noteObject(input: ToolRequest['input'], object: ObjectInfo | undefined): void {
		if (!object) return
		const { objects = [], complete = true } = this.scene ?? {}
		const others = objects.filter(({ id }) => id !== object.id)
		if (input['action'] === 'destroy') {
			this.touched = this.touched.filter(({ id }) => id !== object.id)
			const left = others.filter(({ path }) => !path.startsWith(`${object.path}/`))
			if (this.scene) this.scene = { objects: left, complete }
			return
		}
		if (input['action'] === 'create' && input['primitive_type'] !== 'Plane') this.placed++
		const known = objects.find(({ id }) => id === object.id)
		if (this.scene) this.scene = { objects: [...others, known ?? object], complete }
		this.#touch(object)
	}

	#noteComponent(input: ToolRequest['input'], result: Record<string, unknown>): void {
		const { gameObjectId: id, gameObjectName: name } = result
		if (typeof id !== 'string' || typeof name !== 'string') return
		const properties = asRecord(input['properties'])
		const colour = properties['material.color'] ?? properties['color']
		if (Array.isArray(colour)) this.colours.set(id, colour.map(Number))
		const known = this.touched.find((object) => object.id === id)
		this.#touch(known ?? { id, name, path: `/${name}`, components: [] })
		// A call may succeed for some properties only.
		for (const { property, error } of asList(result['failed'])) {
			this.say(`${property} was not set: ${error ?? 'it failed without a reason.'}`)
		}
	}

	#noteTried(input: ToolRequest['input'], result: Record<string, unknown>): void {
		const [redcode = ''] = asStrings(input['warriors'])
		const name = /^;name +(.+)$/m.exec(redcode)?.[1] ?? ''
		const points = Number(
			asList(result['standings']).find((one) => one['name'] === name)?.['points'],
		)
		if (!(points > this.#mostPoints)) return
		this.#mostPoints = points
		this.warrior = { name, redcode }
	}

	#touch(object: ObjectInfo): void {
		if (this.#isOld) this.touched = []
		this.#isOld = false
		const rest = this.touched.filter(({ id, name }) => id !== object.id && name !== 'Floor')
		this.touched = [...rest, object]
	}
}

const warriorIn = ({ name, redcode }: ToolRequest['input']): Warrior => ({
	name: String(name),
	redcode: String(redcode),
})

/** One call; a failure ends the plan with the reason. `doing`: "create the cube". */
export function* call(
	doing: string,
	name: string,
	input: ToolRequest['input'],
): Plan<Record<string, unknown>> {
	const [result = {}] = yield* calls(doing, [{ name, input }])
	return result
}

/** Calls that do not depend on each other, in one step; a failure ends the plan. */
export function* calls(
	doing: string,
	requests: readonly ToolRequest[],
): Plan<Record<string, unknown>[]> {
	if (requests.length === 0) return []
	const outcomes = yield requests
	const failed = outcomes.filter((outcome) => !outcome.ok)
	if (failed.length > 0 && failed.length < requests.length)
		throw new Halt(partly(requests.length, failed, doing))
	return outcomes.map((outcome) => asRecord(succeeded(outcome, doing).value))
}

export function succeeded(
	outcome: Outcome | undefined,
	doing: string,
): Extract<Outcome, { ok: true }> {
	if (outcome?.ok) return outcome
	const missing = { ok: false, code: 'cancelled', message: 'It did not run.' } as const
	throw new Halt(failure(outcome ?? missing, doing))
}

/** Reads an object from any result; `undefined` if there is none. */
export function objectFrom(result: Record<string, unknown>): ObjectInfo | undefined {
	const { instanceId, name, path, components } = result
	if (typeof instanceId !== 'string' || typeof name !== 'string') return undefined
	return {
		id: instanceId,
		name,
		path: typeof path === 'string' ? path : `/${name}`,
		components: list(components).map(String),
	}
}

/** The objects of a hierarchy, which come as lines. */
export const sceneObjects = (result: Record<string, unknown>): Record<string, unknown>[] =>
	list(result['objects']).map((object) =>
		typeof object === 'string' ? { ...objectInLine(object) } : asRecord(object),
	)

/**
 * Where a plan works. A plan is a generator that yields the calls of one step and receives
 * their outcomes; because it is deterministic, replaying it over the transcript leads to
 * the next step, and nothing has to be kept between two model calls.
 */
import { type Memory, type ObjectInfo, objectFrom, remember } from './memory.ts'
import { failure } from './speak.ts'
import { asList, asRecord, type DoneCall, type Outcome } from './transcript.ts'
import type { Target } from './types.ts'

export interface ToolRequest {
	readonly name: string
	readonly input: Readonly<Record<string, unknown>>
}

/** Yields the calls of a step, returns `T`. */
export type Plan<T = void> = Generator<readonly ToolRequest[], T, readonly Outcome[]>

/** Ends the plan with a last sentence: a failure, or a question. */
export class Halt extends Error {}

export class Desk {
	readonly memory: Memory
	/** The answer to the question that the turn before ended with. */
	readonly answer: Target | undefined
	/** Objects of the loaded scenes, once they were read. */
	scene: { objects: ObjectInfo[]; complete: boolean } | undefined
	readonly #said: string[] = []

	constructor(memory: Memory, answer: Target | undefined) {
		this.memory = memory
		this.answer = answer
	}

	/** Text for the user; it is sent with the next step. */
	say(sentence: string): void {
		this.#said.push(sentence)
	}

	takeSaid(): string {
		return this.#said.splice(0).join(' ')
	}

	/** Learns what a call changed. */
	note(call: DoneCall): void {
		remember(this.memory, call)
		this.#noteWhatFailed(call)
		// A domain reload gives every object a new id: objects needed later are read again.
		if (call.name === 'unity_refresh' || call.name === 'unity_play') this.scene = undefined
		if (!call.outcome.ok || call.name !== 'unity_hierarchy' || !this.scene) return
		const object = objectFrom(asRecord(call.outcome.value))
		if (!object) return
		const others = this.scene.objects.filter(({ id }) => id !== object.id)
		const old = this.scene.objects.find(({ id }) => id === object.id)
		if (call.input['action'] === 'destroy') {
			this.scene.objects = others.filter(({ path }) => !path.startsWith(`${object.path}/`))
		} else if (old) {
			const parentId = object.parentId ?? old.parentId
			const merged = { ...old, name: object.name, path: object.path, parentId }
			this.scene.objects = this.scene.objects.map((other) => (other === old ? merged : other))
		} else {
			this.scene.objects.push(object)
		}
	}

	/** A call may succeed for some properties only. */
	#noteWhatFailed(call: DoneCall): void {
		if (!call.outcome.ok || call.name !== 'unity_component') return
		for (const change of asList(asRecord(call.outcome.value)['failed'])) {
			this.say(
				`${change['property']} was not set: ${change['error'] ?? 'it failed without a reason.'}`,
			)
		}
	}
}

/** One call; a failure ends the plan with the reason. `doing`: "create the cube". */
export function* call(
	doing: string,
	name: string,
	input: ToolRequest['input'],
): Plan<Record<string, unknown>> {
	const [outcome] = yield [{ name, input }]
	return asRecord(succeeded(outcome, doing).value)
}

/** Calls that do not depend on each other, in one step; the first failure ends the plan. */
export function* calls(
	doing: string,
	requests: readonly ToolRequest[],
): Plan<Record<string, unknown>[]> {
	if (requests.length === 0) return []
	const outcomes = yield requests
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

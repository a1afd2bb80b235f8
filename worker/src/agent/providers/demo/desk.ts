/**
 * The place in which a plan works. A plan is a generator that yields the calls of one step and receives
 * their outcomes; because it is deterministic, replaying it over the transcript leads to
 * the next step, and nothing has to be kept between two model calls.
 */
import type { Bag } from '@fairlead/protocol/wire/safe-read'
import type { Warrior } from './core-war.ts'
import { failure, partly } from './failure.ts'
import type { Thing } from './scene.ts'
import type { Outcome } from './transcript.ts'

export interface ToolRequest {
	readonly name: string
	readonly input: Bag
}

/** Yields the calls of a step, returns `T`. */
export type Plan<T = void> = Generator<readonly ToolRequest[], T, readonly Outcome[]>

/** Ends the plan with a last sentence. */
export class Halt extends Error {}

export class Desk {
	/** The scene's objects, once they were read in this turn. */
	objects: Thing[] | undefined
	/** The objects that "it" and "them" mean. */
	them: readonly Thing[] = []
	/** Objects made without a given place; the next one is put beside them. */
	placed = 0
	/** The warrior that "it" means in Core War. */
	warrior: Warrior | undefined
	readonly #said: string[] = []

	/** Text for the person; it is sent with the next step. */
	say(sentence: string): void {
		this.#said.push(sentence)
	}

	takeSaid(): string {
		return this.#said.splice(0).join(' ')
	}

	/** Every object may have a new id, as after a domain reload: the known ones are named by their paths. */
	forgetIds(): void {
		this.objects = undefined
		this.them = this.them.map((one) => ({ ...one, instanceId: one.path }))
	}
}

/** One call; a failure ends the plan with the reason. `doing`: "create the cube". */
export function* call(doing: string, name: string, input: Bag): Plan<Bag> {
	const [result = {}] = yield* calls(doing, [{ name, input }])
	return result
}

/** Calls that do not depend on each other, in one step; a failure ends the plan. */
export function* calls(doing: string, requests: readonly ToolRequest[]): Plan<Bag[]> {
	const outcomes = yield requests
	const failed = outcomes.filter((outcome) => !outcome.ok)
	const [first] = failed
	if (first && failed.length < requests.length)
		throw new Halt(partly(requests.length, failed, doing))
	if (first) throw new Halt(failure(first, doing))
	return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))
}

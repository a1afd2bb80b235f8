/** Tells viewers of a scene what has changed since they were told: the answer of `unity_viewport`. */
import {
	MAX_VIEW_OBJECTS,
	VIEW_ANSWER_CHARS,
	type ViewAnswer,
	type ViewObject,
} from '@fairlead/protocol/tools/unity/scene/unity-viewport'

interface Told {
	object: ViewObject
	/** Everything but the pose, as text. */
	look: string
	pose: string
	/** Revisions of the latest change of each; a new object has one for both. */
	lookAt: number
	poseAt: number
}

interface Event {
	readonly at: number
	readonly kind: 'object' | 'moved' | 'gone'
	readonly id: string
	readonly told?: Told
}

/** The objects and the counts of one answer are about the same moment. */
export interface Seen {
	readonly objects: readonly ViewObject[]
	readonly leftOut: ViewAnswer['leftOut']
}

/**
 * Each change has a revision of its own, so that an answer may end after any of them. It keeps nothing of its viewers:
 * their `since` says what they know.
 */
export class ViewLog {
	/** Revisions of another log mean something else. */
	readonly #epoch: string
	readonly #told = new Map<string, Told>()
	readonly #gone = new Map<string, number>()
	#revision = 0
	/** Not every object that was gone by this revision is kept: a viewer that knows no later revision gets everything. */
	#forgotten = 0
	#leftOut: ViewAnswer['leftOut'] = []

	/** @param epoch differs from that of every other log; without dots */
	constructor(epoch: string) {
		this.#epoch = epoch
	}

	/** Takes up the objects that can be seen now. */
	update(seen: Seen): void {
		const shown = seen.objects.slice(0, MAX_VIEW_OBJECTS)
		const beyond = seen.objects.length - shown.length
		this.#leftOut =
			beyond === 0 ? seen.leftOut : [...seen.leftOut, { kind: 'object', count: beyond }]
		const here = new Set<string>()
		for (const object of shown) {
			here.add(object.id)
			this.#take(object)
		}
		for (const id of this.#told.keys()) {
			if (here.has(id)) continue
			this.#told.delete(id)
			this.#gone.set(id, ++this.#revision)
		}
		// The oldest stand first. A game that makes and removes thousands would otherwise fill the memory.
		for (const [id, at] of this.#gone) {
			if (this.#gone.size <= MAX_VIEW_OBJECTS) break
			this.#gone.delete(id)
			this.#forgotten = at
		}
	}

	#take(object: ViewObject): void {
		const look = JSON.stringify({ ...object, pose: null })
		const pose = object.pose.join()
		const told = this.#told.get(object.id)
		if (!told || told.look !== look) {
			const at = ++this.#revision
			this.#told.set(object.id, { object, look, pose, lookAt: at, poseAt: at })
			this.#gone.delete(object.id)
		} else if (told.pose !== pose) {
			told.object = object
			told.pose = pose
			told.poseAt = ++this.#revision
		}
	}

	/** @param since a revision of an earlier answer; one of another log, or none: everything is told */
	answer(since: string | undefined): Omit<ViewAnswer, 'workMs'> {
		const known = this.#known(since)
		const answer = {
			whole: known === null,
			objects: [] as ViewObject[],
			moved: [] as ViewAnswer['moved'],
			gone: [] as string[],
			leftOut: this.#leftOut,
		}
		let chars = 0
		let at = known ?? 0
		for (const event of this.#since(known)) {
			if (chars > VIEW_ANSWER_CHARS) return { ...answer, revision: this.#name(at), more: true }
			const { told } = event
			if (told && event.kind === 'object') {
				answer.objects.push(told.object)
				chars += told.look.length + told.pose.length
			} else if (told) {
				answer.moved.push({ id: event.id, pose: told.object.pose })
				chars += event.id.length + told.pose.length + 20
			} else {
				answer.gone.push(event.id)
				chars += event.id.length + 3
			}
			at = event.at
		}
		return { ...answer, revision: this.#name(this.#revision), more: false }
	}

	#name(revision: number): string {
		return `${this.#epoch}.${revision}`
	}

	/** Returns null for a revision from which the difference cannot be told: everything is. */
	#known(since: string | undefined): number | null {
		const [epoch, number] = (since ?? '').split('.')
		const known = Number(number)
		if (epoch !== this.#epoch || !Number.isInteger(known)) return null
		return known >= this.#forgotten && known <= this.#revision ? known : null
	}

	/** Events in the order of their revisions. */
	#since(known: number | null): Event[] {
		const from = known ?? 0
		const events: Event[] = []
		for (const [id, told] of this.#told) {
			if (told.lookAt > from) events.push({ at: told.lookAt, kind: 'object', id, told })
			else if (told.poseAt > from) events.push({ at: told.poseAt, kind: 'moved', id, told })
		}
		if (known !== null)
			for (const [id, at] of this.#gone) if (at > from) events.push({ at, kind: 'gone', id })
		return events.sort((a, b) => a.at - b.at)
	}
}

/** The two tables of the editor (objects, scenes) and the transaction over them. */
import { Fault } from '../fault.ts'
import type { ComponentRecord, ObjectRecord, SceneRecord } from './records.ts'

export interface Change<T> {
	readonly before: T | null
	readonly after: T | null
}

/** Something done to a file, as data, so that it can be undone and redone. */
export type FileEffect =
	/** `path` came to be; while undone it lies in `hold` (both relative to the project). */
	| { readonly kind: 'created'; readonly path: string; readonly hold: string }
	| {
			readonly kind: 'rewritten'
			readonly path: string
			readonly before: string
			readonly after: string
			/** Unity's Undo covers it too: of files, only when an instance is applied, and tags and layers. */
			readonly inUndo: boolean
	  }
	| { readonly kind: 'moved'; readonly from: string; readonly to: string }

/** The changes of one call or one Undo group. A group contains only file effects that are `inUndo`. */
export interface Delta {
	readonly objects: Map<string, Change<ObjectRecord>>
	readonly scenes: Map<string, Change<SceneRecord>>
	readonly files: FileEffect[]
}

export const emptyDelta = (): Delta => ({ objects: new Map(), scenes: new Map(), files: [] })
export const isEmpty = (delta: Delta): boolean =>
	delta.objects.size === 0 && delta.scenes.size === 0 && delta.files.length === 0

/** Adds later changes to `delta`, keeping the first "before" and the last "after". */
export function mergeDelta(delta: Delta, later: Delta): void {
	const merge = <T>(into: Map<string, Change<T>>, from: Map<string, Change<T>>): void => {
		for (const [key, change] of from) {
			const earlier = into.get(key)
			into.set(key, earlier ? { before: earlier.before, after: change.after } : change)
		}
	}
	merge(delta.objects, later.objects)
	merge(delta.scenes, later.scenes)
	delta.files.push(...later.files)
}

export interface WorldData {
	objects: [string, ObjectRecord][]
	scenes: [string, SceneRecord][]
	activeScene: string
	dirty: string[]
}

/**
 * Ids look like Unity 6's EntityIds: every third one lies above 2^53, so that code that
 * reads them as numbers fails at once.
 */
const LARGE_ID_BASE = 2n ** 53n + 4_096n
const FIRST_ID = 1_200

export class World {
	readonly objects = new Map<string, ObjectRecord>()
	/** Scenes in the order of loading. */
	readonly scenes = new Map<string, SceneRecord>()
	activeScene = ''
	readonly dirty = new Set<string>()
	#owners = new Map<string, string>()
	#transaction: Delta | null = null
	#dirtyBefore: ReadonlySet<string> = new Set()
	#follows = false
	#followed = new Set<string>()
	#idCount = 0
	#fileIdCount = 1_000

	newId(): string {
		const n = ++this.#idCount
		return n % 3 === 0 ? (LARGE_ID_BASE + BigInt(n) * 2n).toString() : String(FIRST_ID + n * 2)
	}

	newFileId(): string {
		return String(++this.#fileIdCount)
	}

	/** Keeps file ids unique after a scene was loaded. */
	reserveFileId(fileId: string): void {
		const n = Number(fileId)
		if (Number.isSafeInteger(n) && n > this.#fileIdCount) this.#fileIdCount = n
	}

	get counters(): [number, number] {
		return [this.#idCount, this.#fileIdCount]
	}
	set counters([ids, fileIds]: [number, number]) {
		this.#idCount = ids
		this.#fileIdCount = fileIds
	}

	object(id: string): ObjectRecord {
		const found = this.objects.get(id)
		if (!found) throw new Fault('internal', `The object ${id} is gone.`)
		return found
	}

	scene(handle: string): SceneRecord {
		const found = this.scenes.get(handle)
		if (!found) throw new Fault('internal', `The scene ${handle} is not loaded.`)
		return found
	}

	/** The object that carries a component. */
	ownerOf(componentId: string): ObjectRecord | undefined {
		const owner = this.#owners.get(componentId)
		return owner === undefined ? undefined : this.objects.get(owner)
	}

	component(id: string): ComponentRecord | undefined {
		return this.ownerOf(id)?.components.find((c) => c.id === id)
	}

	begin(): void {
		if (this.#transaction) throw new Fault('internal', 'A transaction is already open.')
		this.#transaction = emptyDelta()
		this.#dirtyBefore = new Set(this.dirty)
		this.#followed = new Set()
	}

	/** Ends the transaction; `revert` must put everything in the delta back. A call that failed leaves no scene dirty. */
	rollback(revert: (delta: Delta) => void): void {
		revert(this.commit())
		this.dirty.clear()
		for (const handle of this.#dirtyBefore) if (this.scenes.has(handle)) this.dirty.add(handle)
	}

	commit(): Delta {
		const delta = this.#transaction ?? emptyDelta()
		this.#transaction = null
		for (const [key, change] of delta.objects)
			if (change.before === change.after) delta.objects.delete(key)
		for (const [key, change] of delta.scenes)
			if (change.before === change.after) delta.scenes.delete(key)
		return delta
	}

	/** Objects that nothing but {@link follow} changed in the transaction that began last. */
	get followed(): ReadonlySet<string> {
		return this.#followed
	}

	/** Lets prefab instances follow their asset: the changes made by `work` do not become a step of the history. */
	follow(work: () => void): void {
		this.#follows = true
		try {
			work()
		} finally {
			this.#follows = false
		}
	}

	/** Changes that the open transaction does not hold. */
	untracked(work: () => void): void {
		const kept = this.#transaction
		this.#transaction = null
		try {
			work()
		} finally {
			this.#transaction = kept
		}
	}

	/** Makes children and parents agree again after records of different times were put beside each other. */
	relink(): void {
		for (const record of [...this.objects.values()]) {
			const children = record.children.filter((id) => this.objects.has(id))
			if (children.length < record.children.length) this.putObject({ ...record, children })
		}
		for (const { id, parent } of [...this.objects.values()]) {
			const above = parent === null ? undefined : this.objects.get(parent)
			if (above && !above.children.includes(id))
				this.putObject({ ...above, children: [...above.children, id] })
		}
	}

	recordFile(effect: FileEffect): void {
		this.#transaction?.files.push(effect)
	}

	/** Keeps all changes so far, which undo can no longer revert (scene loading). */
	forget(): void {
		if (this.#transaction) this.#transaction = emptyDelta()
	}

	putObject(record: ObjectRecord): void {
		this.#write(record.id, record)
		this.dirty.add(record.scene)
	}

	removeObject(id: string): void {
		const record = this.objects.get(id)
		if (!record) return
		this.#write(id, null)
		this.dirty.add(record.scene)
	}

	putScene(record: SceneRecord): void {
		this.#note(this.#transaction?.scenes, record.handle, this.scenes.get(record.handle), record)
		this.scenes.set(record.handle, record)
		this.dirty.add(record.handle)
	}

	/** Sets the file of a scene; neither undoable nor a change of the scene. */
	setSceneFile(handle: string, file: Pick<SceneRecord, 'name' | 'path' | 'guid' | 'file'>): void {
		this.scenes.set(handle, { ...this.scene(handle), ...file })
	}

	/** Removes a scene and its objects, also from the open transaction. Not undoable. */
	dropScene(handle: string): void {
		this.#transaction?.scenes.delete(handle)
		for (const [id, change] of this.#transaction?.objects ?? [])
			if ((change.before ?? change.after)?.scene === handle) this.#transaction?.objects.delete(id)
		for (const record of [...this.objects.values()])
			if (record.scene === handle) {
				this.#unindex(record)
				this.objects.delete(record.id)
			}
		this.scenes.delete(handle)
		this.dirty.delete(handle)
	}

	/** Puts the "before" (undo) or "after" (redo) of a delta in place. */
	apply(delta: Delta, side: 'before' | 'after'): void {
		for (const [id, change] of delta.objects) {
			const record = change[side]
			const other = change.before ?? change.after
			this.#set(id, record)
			if (other) this.dirty.add(other.scene)
			if (record) this.dirty.add(record.scene)
		}
		for (const [handle, change] of delta.scenes) {
			const record = change[side]
			const now = this.scenes.get(handle)
			// Name and path belong to the file: undo must not take a saved scene's path away.
			if (record) this.scenes.set(handle, now ? { ...now, roots: record.roots } : record)
			else this.scenes.delete(handle)
			this.dirty.add(handle)
		}
		for (const handle of this.dirty) if (!this.scenes.has(handle)) this.dirty.delete(handle)
	}

	data(): WorldData {
		return {
			objects: [...this.objects],
			scenes: [...this.scenes],
			activeScene: this.activeScene,
			dirty: [...this.dirty],
		}
	}

	load(data: WorldData): void {
		this.objects.clear()
		this.scenes.clear()
		this.dirty.clear()
		this.#owners.clear()
		for (const [id, record] of data.objects) this.#set(id, record)
		for (const [handle, record] of data.scenes) this.scenes.set(handle, record)
		for (const handle of data.dirty) this.dirty.add(handle)
		this.activeScene = data.activeScene
	}

	#write(id: string, record: ObjectRecord | null): void {
		if (!this.#follows) this.#followed.delete(id)
		else if (!this.#transaction?.objects.has(id)) this.#followed.add(id)
		this.#note(this.#transaction?.objects, id, this.objects.get(id), record)
		this.#set(id, record)
	}

	#note<T>(
		into: Map<string, Change<T>> | undefined,
		key: string,
		before: T | undefined,
		after: T | null,
	): void {
		if (!into) return
		const earlier = into.get(key)
		into.set(key, { before: earlier ? earlier.before : (before ?? null), after })
	}

	#set(id: string, record: ObjectRecord | null): void {
		const old = this.objects.get(id)
		if (old) this.#unindex(old)
		if (!record) {
			this.objects.delete(id)
			return
		}
		this.objects.set(id, record)
		for (const component of record.components) this.#owners.set(component.id, id)
	}

	#unindex(record: ObjectRecord): void {
		for (const component of record.components) this.#owners.delete(component.id)
	}
}

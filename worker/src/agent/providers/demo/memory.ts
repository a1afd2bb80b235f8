/** What "it", "them" and "the red cube" can mean: facts from successful calls. */
import { list } from '@fairlead/protocol/read'
import { objectInLine } from '@fairlead/protocol/tools'
import { asRecord, type DoneCall, type Turn } from './transcript.ts'

export interface ObjectInfo {
	readonly id: string
	readonly name: string
	readonly path: string
	readonly components: readonly string[]
	readonly parentId: string | null
}

export interface Memory {
	/** The object touched last. */
	last: ObjectInfo | undefined
	/** Objects touched since the last user message or, if none was touched yet, before it. */
	group: ObjectInfo[]
	/** The next touch begins a new group. */
	isGroupOld: boolean
	/** `PrimitiveType` by object id. */
	readonly kinds: Map<string, string>
	/** rgba by object id. */
	readonly colours: Map<string, readonly number[]>
	/** Paths of scripts written in this conversation. */
	readonly scripts: Set<string>
	/** Objects made without a given place; the next one is put beside them. */
	placed: number
}

export const emptyMemory = (): Memory => ({
	last: undefined,
	group: [],
	isGroupOld: true,
	kinds: new Map(),
	colours: new Map(),
	scripts: new Set(),
	placed: 0,
})

export function memoryOf(turns: readonly Turn[]): Memory {
	const memory = emptyMemory()
	for (const turn of turns) {
		for (const step of turn.steps) for (const call of step.calls) remember(memory, call)
		memory.isGroupOld = true
	}
	return memory
}

/** Learns from one call; a failed one teaches nothing. */
export function remember(memory: Memory, call: DoneCall): void {
	if (!call.outcome.ok) return
	const result = asRecord(call.outcome.value)
	const action = call.input['action']
	switch (call.name) {
		case 'unity_hierarchy': {
			const object = objectFrom(result)
			if (!object) return
			if (action === 'destroy') {
				forget(memory, object.id)
				return
			}
			if (action === 'create') {
				const kind = String(call.input['primitive_type'] ?? 'Empty')
				memory.kinds.set(object.id, kind)
				if (kind !== 'Plane') memory.placed++
			}
			touch(memory, object)
			return
		}
		case 'unity_component': {
			const id = result['gameObjectId']
			const name = result['gameObjectName']
			if (typeof id !== 'string' || typeof name !== 'string') return
			const properties = asRecord(call.input['properties'])
			const isLight = call.input['component_type'] === 'Light'
			const colour = properties[isLight ? 'color' : 'material.color']
			if (Array.isArray(colour)) memory.colours.set(id, colour.map(Number))
			const known = [memory.last, ...memory.group].find((object) => object?.id === id)
			touch(memory, known ?? { id, name, path: `/${name}`, components: [], parentId: null })
			return
		}
		case 'unity_query': {
			if (action !== 'inspect_object') return
			const object = objectFrom(asRecord(result['gameObject']))
			if (object) memory.last = object
			return
		}
		case 'write_file':
			if (typeof call.input['path'] === 'string') memory.scripts.add(call.input['path'])
			return
		default:
			return
	}
}

function touch(memory: Memory, object: ObjectInfo): void {
	memory.last = object
	if (memory.isGroupOld) memory.group = []
	memory.isGroupOld = false
	const rest = memory.group.filter(({ id, name }) => id !== object.id && name !== 'Floor')
	memory.group = [...rest, object]
}

function forget(memory: Memory, id: string): void {
	if (memory.last?.id === id) memory.last = undefined
	memory.group = memory.group.filter((object) => object.id !== id)
	memory.kinds.delete(id)
	memory.colours.delete(id)
}

/** The objects of a hierarchy, which come as lines. */
export const sceneObjects = (result: Record<string, unknown>): Record<string, unknown>[] =>
	list(result['objects']).map((object) => {
		const read = typeof object === 'string' ? objectInLine(object) : null
		return read ? { ...read, parentId: read.depth === 0 ? null : '' } : asRecord(object)
	})

/** Reads an object from any result; `undefined` if there is none. */
export function objectFrom(result: Record<string, unknown>): ObjectInfo | undefined {
	const { instanceId, name, path, components, parentId } = result
	if (typeof instanceId !== 'string' || typeof name !== 'string') return undefined
	return {
		id: instanceId,
		name,
		path: typeof path === 'string' ? path : `/${name}`,
		components: Array.isArray(components) ? components.map(String) : [],
		parentId: typeof parentId === 'string' ? parentId : null,
	}
}

/** The world as a check sees it after a run: the scene, the files, the console, and the model's last words. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ToolName, ToolResult } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { Args, ToolUse } from './model-task.ts'
import type { Hands } from './start.ts'

/** Reads the editor, as a viewer of the project may. */
export type Read = (tool: ToolName, args: Args) => Promise<CallOutcome>

/** One object of the open scenes. */
export interface Seen {
	readonly path: string
	readonly name: string
	readonly tag: string
	readonly layer: string
	readonly active: boolean
	/** The prefab it is an instance of. */
	readonly prefab: string | null
	readonly children: number
	/** Types, in order. */
	readonly components: readonly string[]
	/** Values of the first component of a type. @throws AssertionError where it has none */
	readonly of: (type: string) => Readonly<Record<string, unknown>>
}

/** A snapshot of the world for comparisons. */
export interface Snapshot {
	/** All components of every object with their values, as JSON, by path. */
	readonly objects: ReadonlyMap<string, string>
	/** Digests of files below Assets, without .meta files. */
	readonly files: ReadonlyMap<string, string>
}

const PAGE = 200
/** Tolerance for positions and colours, which are 32-bit floats. */
const TOLERANCE = 0.01

export class World {
	/** The model's last words. */
	readonly says: string
	/** The world before the run. */
	readonly before: Snapshot
	readonly #read: Read
	readonly #project: string
	readonly #hands: Hands

	constructor(hands: Hands, before: Snapshot, says: string) {
		this.#read = hands.read
		this.#project = hands.project
		this.#hands = hands
		this.before = before
		this.says = says
	}

	/** The result of a read, whatever it is. */
	async read<T = Record<string, unknown>>(tool: ToolName, args: Args): Promise<T> {
		const outcome = await this.#read(tool, args)
		if (outcome.status === 'error') {
			throw new Error(`${tool} ${JSON.stringify(args)}: ${outcome.error.message}`)
		}
		return outcome.result as T
	}

	/** The object at a path, or null. */
	async find(path: string): Promise<Seen | null> {
		const args = { action: 'inspect_object', instance_id: path }
		const outcome = await this.#read('unity_query', args)
		if (outcome.status === 'error') {
			if (outcome.error.code === 'not_found' || outcome.error.code === 'ambiguous') return null
			throw new Error(`${path}: ${outcome.error.message}`)
		}
		const found = outcome.result as ToolResult<'unity_query', 'inspect_object'>
		const { gameObject, components } = found
		return {
			path: gameObject.path,
			name: gameObject.name,
			tag: gameObject.tag,
			layer: gameObject.layer,
			active: gameObject.activeInHierarchy,
			prefab: gameObject.prefabAssetPath,
			children: gameObject.childCount,
			components: components.map(({ type }) => type),
			of: (type) => {
				const one = components.find((component) => component.type === type)
				assert.ok(one, `${path} has no ${type}.`)
				const { enabled } = one
				return { ...(enabled === undefined ? {} : { enabled }), ...one.properties }
			},
		}
	}

	async object(path: string): Promise<Seen> {
		const seen = await this.find(path)
		assert.ok(seen, `There is no ${path}.`)
		return seen
	}

	async gone(...paths: string[]): Promise<void> {
		for (const path of paths) assert.equal(await this.find(path), null, `${path} is still there.`)
	}

	/** Paths of all objects that fit, as `unity_query` finds them. */
	async paths(query: Args): Promise<string[]> {
		const found: string[] = []
		let cursor: string | null = null
		do {
			const page: ToolResult<'unity_query', 'find'> = await this.read('unity_query', {
				action: 'find',
				limit: PAGE,
				...query,
				...(cursor === null ? {} : { cursor }),
			})
			found.push(...page.objects.map(({ path }) => path))
			cursor = page.nextCursor
		} while (cursor !== null)
		return found
	}

	/** The one object with this name, wherever it is. */
	async named(name: string): Promise<Seen> {
		const paths = (await this.paths({ name })).filter((path) => path.split('/').at(-1) === name)
		assert.equal(paths.length, 1, `${paths.length} objects are called ${name}.`)
		return this.object(paths[0] ?? '')
	}

	/** Every object of the open scenes, in order. */
	async all(): Promise<string[]> {
		return [...(await this.#objects()).keys()]
	}

	async color(path: string): Promise<readonly number[]> {
		return (await this.object(path)).of('MeshRenderer')['material.color'] as number[]
	}

	/** Paths of the materials that an object wears, as text. */
	async worn(path: string): Promise<string> {
		return JSON.stringify((await this.object(path)).of('MeshRenderer')['sharedMaterials'])
	}

	async material(path: string): Promise<ToolResult<'unity_asset', 'inspect_material'>> {
		assert.ok(await this.hasFile(path), `There is no ${path}.`)
		return this.read('unity_asset', { action: 'inspect_material', path })
	}

	async openScenes(): Promise<ToolResult<'unity_scene', 'list'>['open']> {
		return (await this.read<ToolResult<'unity_scene', 'list'>>('unity_scene', { action: 'list' }))
			.open
	}

	/** Whether the project's C# has this component type: it compiles, and Unity knows. */
	async hasType(name: string): Promise<boolean> {
		const args = { action: 'types', search_query: name }
		const { types } = await this.read<ToolResult<'unity_query', 'types'>>('unity_query', args)
		return types.some((type) => type.name === name && type.isUserScript)
	}

	/** Errors in the console. */
	async errors(): Promise<string[]> {
		const args = { filter: 'errors', count: 50 }
		const read = await this.read<ToolResult<'read_console_logs', 'run'>>('read_console_logs', args)
		return read.logs.map(({ message }) => message)
	}

	async hasFile(path: string): Promise<boolean> {
		return (await filesBelow(this.#project)).has(path)
	}

	/** The text of a file. @throws AssertionError where there is none */
	async file(path: string): Promise<string> {
		assert.ok(await this.hasFile(path), `There is no ${path}.`)
		return readFile(join(this.#project, path), 'utf8')
	}

	async #objects(): Promise<Map<string, string>> {
		return objectsOf((tool, args) => this.read(tool, args))
	}

	/** Asserts that nothing is gone or changed but what is named; new objects and files count as a change. */
	async untouchedBut(allowed: { objects?: RegExp; files?: RegExp } = {}): Promise<void> {
		const now = { objects: await this.#objects(), files: await filesBelow(this.#project) }
		for (const kind of ['objects', 'files'] as const) {
			const names = new Set([...this.before[kind].keys(), ...now[kind].keys()])
			const changed = [...names].filter(
				(name) => this.before[kind].get(name) !== now[kind].get(name) && !allowed[kind]?.test(name),
			)
			assert.deepEqual(changed, [], `Of the ${kind}, these were not to change.`)
		}
	}

	/** The result of a call that a viewer may not make: running tests, pressing play. */
	async act<T>(use: ToolUse): Promise<T> {
		return (await this.#hands.act(use)) as T
	}

	/** Presses play, looks after so many seconds of the game, and leaves play mode. */
	async whilePlaying<T>(seconds: number, look: () => Promise<T>): Promise<T> {
		// Paused at that moment: on a busy machine, the game would go on until it is looked at.
		const enter = { action: 'enter', wait_seconds: seconds, pause_after: seconds }
		await this.act(['unity_play', enter])
		try {
			return await look()
		} finally {
			await this.act(['unity_play', { action: 'exit' }])
		}
	}

	/** Asserts that the words hold these facts; for questions only. */
	mentions(...facts: (string | RegExp)[]): void {
		for (const fact of facts) {
			const found = typeof fact === 'string' ? this.says.includes(fact) : fact.test(this.says)
			assert.ok(found, `The answer does not say ${fact}: ${this.says}`)
		}
	}
}

/** Everything a check may want to compare with. */
export async function takeSnapshot(hands: Hands): Promise<Snapshot> {
	const world = new World(hands, { objects: new Map(), files: new Map() }, '')
	return {
		objects: await objectsOf((tool, args) => world.read(tool, args)),
		files: await filesBelow(hands.project),
	}
}

async function objectsOf(
	read: <T>(tool: ToolName, args: Args) => Promise<T>,
): Promise<Map<string, string>> {
	const objects = new Map<string, string>()
	let cursor: string | null = null
	do {
		const page: ToolResult<'unity_query', 'hierarchy'> = await read('unity_query', {
			action: 'hierarchy',
			max_depth: 20,
			limit: PAGE,
			...(cursor === null ? {} : { cursor }),
		})
		for (const { path } of page.objects) objects.set(path, '')
		cursor = page.nextCursor
	} while (cursor !== null)
	for (const path of objects.keys()) {
		const args = { action: 'inspect_object', instance_id: path }
		const seen: ToolResult<'unity_query', 'inspect_object'> = await read('unity_query', args)
		const { activeSelf, tag, layer, prefabAssetPath } = seen.gameObject
		const values = seen.components.map(({ type, enabled, properties }) => ({
			type,
			enabled,
			properties,
		}))
		objects.set(path, JSON.stringify([activeSelf, tag, layer, prefabAssetPath, values]))
	}
	return objects
}

async function filesBelow(project: string): Promise<Map<string, string>> {
	const files = new Map<string, string>()
	const assets = join(project, 'Assets')
	for (const entry of await readdir(assets, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || entry.name.endsWith('.meta')) continue
		const file = join(entry.parentPath, entry.name)
		const digest = createHash('sha256')
			.update(await readFile(file))
			.digest('hex')
		files.set(relative(project, file).split(sep).join('/'), digest)
	}
	return files
}

/** Numbers that are near enough, e.g. positions and colours; further ones (alpha) do not count. */
export function near(
	value: unknown,
	expected: readonly number[],
	what: string,
	by = TOLERANCE,
): void {
	assert.ok(Array.isArray(value), `${what} is ${JSON.stringify(value)}.`)
	const far = expected.some((number, n) => Math.abs(Number(value[n]) - number) > by)
	assert.ok(!far, `${what} is ${JSON.stringify(value)}, not ${JSON.stringify(expected)}.`)
}

/** A Unity-like project in memory or in a temporary folder, and calls whose results are checked against the registry. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasActions, toolByName } from '@fairlead/protocol/tools'
import type { CallError, UndoGroup } from '@fairlead/protocol/wire/calls'
import { onTestFinished } from 'vitest'
import { FolderFiles } from '../project/folder-files.ts'
import { MemoryFiles } from '../project/memory-files.ts'
import { Engine } from './engine.ts'

type Json = Record<string, unknown>

/** A clock that stands still. */
export const NOON_MS = Date.UTC(2026, 10, 21, 12)

const BASE: Readonly<Record<string, string>> = {
	'ProjectSettings/ProjectVersion.txt': 'm_EditorVersion: 6000.3.2f1\n',
	'Packages/manifest.json': '{ "dependencies": { "com.unity.ugui": "2.0.0" } }',
}

/** A project in memory. */
export function memoryProject(texts: Readonly<Record<string, string>> = {}): MemoryFiles {
	const files = new MemoryFiles({ ...BASE, ...texts })
	files.makeFolder('Assets')
	return files
}

/** A project on the disk; gone when the test ends. */
export function makeProject(texts: Readonly<Record<string, string>> = {}): string {
	const root = mkdtempSync(path.join(tmpdir(), 'fairlead-engine-'))
	onTestFinished(() => rmSync(root, { recursive: true, force: true }))
	const files = new FolderFiles(root)
	files.makeFolder('Assets')
	for (const [name, text] of Object.entries({ ...BASE, ...texts })) files.writeText(name, text)
	return root
}

export class Driver {
	readonly engine: Engine

	constructor(engine: Engine) {
		this.engine = engine
	}

	/** Over a folder, or in memory. */
	static async open(project: string | MemoryFiles = memoryProject()): Promise<Driver> {
		const files = typeof project === 'string' ? new FolderFiles(project) : project
		const engine = await Engine.open({ files, now: () => NOON_MS })
		await engine.prepare('unity_play', { action: 'enter' })
		return new Driver(engine)
	}

	/** The result, which must have the shape that the registry promises. */
	// biome-ignore lint/suspicious/noExplicitAny: tests read results of forty shapes
	ok(method: string, params: Json = {}, group?: UndoGroup): any {
		const outcome = this.engine.execute(method, params, group)
		if (outcome.status === 'error')
			throw new Error(`${method} ${JSON.stringify(params)}: ${JSON.stringify(outcome.error)}`)
		const tool = toolByName(method)
		const name = tool && hasActions(tool) ? String(params['action']) : 'run'
		return tool?.actions[name]?.output.parse(outcome.result)
	}

	error(method: string, params: Json = {}): CallError & { data?: Json } {
		const outcome = this.engine.execute(method, params)
		if (outcome.status === 'ok')
			throw new Error(`${method} ${JSON.stringify(params)} has not failed`)
		return outcome.error as CallError & { data?: Json }
	}

	create(params: Json = {}): string {
		return this.ok('unity_hierarchy', { action: 'create', ...params }).instanceId
	}
	position(ref: string): number[] {
		return this.inspect(ref, 'Transform')['position'] as number[]
	}
	inspect(ref: string, component: string): Json {
		const result = this.ok('unity_query', {
			action: 'inspect_object',
			instance_id: ref,
			component_type: component,
		})
		return result.components[0].properties
	}
	modify(ref: string, component: string, properties: Json): Json[] {
		return this.ok('unity_component', {
			action: 'modify',
			game_object_id: ref,
			component_type: component,
			properties,
		}).results
	}
	/** Everything about the scene graph that a user could see, without dirty flags. */
	scene(): unknown {
		const { world } = this.engine.snapshot()
		return {
			objects: Object.fromEntries(world.objects),
			scenes: Object.fromEntries(world.scenes),
		}
	}
}

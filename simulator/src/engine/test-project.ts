/** A Unity-like project in a temporary folder, and calls whose results are checked against the registry. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CallError, UndoGroup } from '@fairlead/protocol/calls'
import { hasActions, toolByName } from '@fairlead/protocol/tools'
import { onTestFinished } from 'vitest'
import { Engine } from './engine.ts'

type Json = Record<string, unknown>

/** A clock that stands still. */
export const NOON_MS = Date.UTC(2026, 10, 21, 12)

/** Gone when the test ends. */
export function makeProject(files: Record<string, string> = {}): string {
	const root = mkdtempSync(path.join(tmpdir(), 'fairlead-engine-'))
	onTestFinished(() => rmSync(root, { recursive: true, force: true }))
	const all: Record<string, string> = {
		'ProjectSettings/ProjectVersion.txt': 'm_EditorVersion: 6000.3.2f1\n',
		'Packages/manifest.json': '{ "dependencies": { "com.unity.ugui": "2.0.0" } }',
		...files,
	}
	mkdirSync(path.join(root, 'Assets'), { recursive: true })
	for (const [name, text] of Object.entries(all)) {
		const file = path.join(root, ...name.split('/'))
		mkdirSync(path.dirname(file), { recursive: true })
		writeFileSync(file, text)
	}
	return root
}

export class Driver {
	readonly engine: Engine

	constructor(engine: Engine) {
		this.engine = engine
	}

	static async open(projectPath = makeProject()): Promise<Driver> {
		return new Driver(await Engine.open({ projectPath, now: () => NOON_MS }))
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

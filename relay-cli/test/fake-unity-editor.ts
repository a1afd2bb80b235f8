/** The editor behind the fake `unity`: a scene in a file, and what the commands of the catalog do to it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CATALOG } from './fake-unity-catalog.ts'

interface Thing {
	id: number
	name: string
	parent: number | null
	position: number[]
	scale: number[]
	components: Record<string, Record<string, unknown>>
}

interface Scene {
	next: number
	dirty: boolean
	playing: boolean
	compiles: number
	things: Thing[]
}

const PNG_1X1 =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Parameters = Readonly<Record<string, unknown>>

export class EditorOfTests {
	readonly #file: string
	readonly #scene: Scene
	readonly #project: string

	constructor(file: string, project: string) {
		this.#file = file
		this.#project = project
		this.#scene = existsSync(file)
			? (JSON.parse(readFileSync(file, 'utf8')) as Scene)
			: { next: 1, dirty: false, playing: false, compiles: 0, things: [] }
	}

	/** @throws with the words of the package. */
	run(name: string, given: Parameters): unknown {
		const command = this.#commands[name]
		if (!command) throw new Error(`Unknown command '${name}'.`)
		const missing = CATALOG.find((one) => one.name === name)?.parameters.find(
			(one) => one.required && given[one.name] === undefined,
		)
		if (missing)
			throw new Error(
				`400 Bad Request: Parameter Validation Failed. '${missing.name}' is required.`,
			)
		const result = command(given)
		writeFileSync(this.#file, JSON.stringify(this.#scene))
		return result
	}

	readonly #commands: Readonly<Record<string, (given: Parameters) => unknown>> = {
		editor_status: () => ({
			status: 'ready',
			compiling: false,
			playMode: this.#scene.playing ? 'playing' : 'stopped',
			projectPath: this.#project,
			unityVersion: '6000.3.0f1',
		}),
		list_open_scenes: () => ({
			count: 1,
			scenes: [
				{
					name: 'Main',
					path: 'Assets/Main.unity',
					isDirty: this.#scene.dirty,
					isActive: true,
					isLoaded: true,
					rootCount: this.#children(null).length,
				},
			],
		}),
		get_scene_hierarchy: () => ({
			sceneName: 'Main',
			scenePath: 'Assets/Main.unity',
			isDirty: this.#scene.dirty,
			isActive: true,
			roots: this.#children(null).map((one) => this.#node(one)),
		}),
		find_gameobjects: ({ name, type, hierarchy_path: path }) => {
			const found = this.#scene.things.filter(
				(one) =>
					(name === undefined || one.name === name) &&
					(type === undefined || Object.hasOwn(one.components, String(type))) &&
					(path === undefined || this.#path(one) === path),
			)
			return { count: found.length, gameObjects: found.map((one) => this.#identity(one)) }
		},
		create_gameobject: (given) => this.#identity(this.#create(given)),
		create_gameobjects: (given) => {
			const [position] = (given['positions'] ?? []) as number[][]
			const [scale] = (given['scales'] ?? []) as number[][]
			const made = this.#create(given)
			if (position) made.position = position
			if (scale) made.scale = scale
			return { count: 1, gameObjects: [this.#identity(made)] }
		},
		rename_gameobject: ({ target, name }) => {
			const one = this.#thing(target)
			one.name = String(name)
			return this.#identity(one)
		},
		delete_gameobject: ({ target }) => {
			const one = this.#thing(target)
			const identity = this.#identity(one)
			this.#scene.things = this.#scene.things.filter((other) => other !== one)
			return identity
		},
		set_transform: ({ target, position, scale }) => {
			const one = this.#thing(target)
			// A value that is not an array is dropped without a word, as the package does.
			if (Array.isArray(position)) one.position = position as number[]
			if (Array.isArray(scale)) one.scale = scale as number[]
			return this.#identity(one)
		},
		add_component: ({ target, type }) => {
			if (type === 'Nonsense') throw new Error("Could not resolve component type 'Nonsense'.")
			const one = this.#thing(target)
			one.components[String(type)] = type === 'Rigidbody' ? { m_Mass: 1, m_UseGravity: true } : {}
			return { ...this.#identity(one), type }
		},
		get_component_properties: (given) => this.#properties(given),
		set_component_properties: (given) => {
			const one = this.#thing(given['target'])
			const component = one.components[String(given['type'])] ?? {}
			for (const [name, value] of Object.entries(given['properties'] as object)) {
				if (!Object.hasOwn(component, name))
					throw new Error(`has no serialized property '${name}'.`)
				component[name] = value
			}
			return this.#properties(given)
		},
		save_scene: () => {
			this.#scene.dirty = false
			return { assetPath: 'Assets/Main.unity', type: 'SceneAsset' }
		},
		open_scene: ({ path }) => ({ assetPath: path, type: 'SceneAsset' }),
		editor_play: () => {
			this.#scene.playing = true
			return 'Entered play mode'
		},
		editor_stop: () => {
			this.#scene.playing = false
			return 'Exited play mode'
		},
		recompile: () => {
			this.#scene.compiles = 2
			return { status: 'compiling', message: 'Recompilation started.' }
		},
		recompile_status: () => {
			this.#scene.compiles--
			// A JSON text, as the package answers.
			return this.#scene.compiles > 0
				? '{"status":"compiling"}'
				: JSON.stringify({
						status: 'completed',
						failed: true,
						errors: ['Assets/Spin.cs(7,30): error CS1002: ; expected'],
					})
		},
		screenshot: ({ view, output, width, height }) => {
			writeFileSync(String(output), Buffer.from(PNG_1X1, 'base64'))
			return { success: true, path: output, view, width, height, message: 'Captured' }
		},
		console: () => ({
			entries: [
				{ seq: 1, level: 'log', message: 'first' },
				{ seq: 2, level: 'error', message: 'second', stackTrace: 'at X' },
			],
			cursor: 2,
			returned: 2,
		}),
		run_tests: () => ({
			success: true,
			total: 2,
			passed: 1,
			failed: 1,
			tests: [{ fullName: 'T.Adds', status: 'Failed', message: 'Expected 4', duration: 0.1 }],
		}),
		// Exit code 0 and success, but for the members of the result.
		delete_asset: ({ confirm }) => {
			if (confirm !== true)
				throw new Error('400 Bad Request: Refusing to delete. Pass confirm=true.')
			return { success: false, message: 'The asset is in use.' }
		},
		spawn_wave: ({ count }) => `Spawned ${String(count)}`,
	}

	#create({ name, primitive, parent }: Parameters): Thing {
		const shape = typeof primitive === 'string' ? { MeshRenderer: {}, BoxCollider: {} } : {}
		const made: Thing = {
			id: this.#scene.next++,
			name: String(name ?? 'GameObject'),
			parent: parent === undefined ? null : this.#thing(parent).id,
			position: [0, 0, 0],
			scale: [1, 1, 1],
			components: { Transform: {}, ...shape },
		}
		this.#scene.things.push(made)
		this.#scene.dirty = true
		return made
	}

	#properties({ target, type }: Parameters): unknown {
		const one = this.#thing(target)
		if (type === 'Transform')
			return {
				component: this.#identity(one),
				properties: { m_LocalPosition: one.position, m_LocalScale: one.scale },
			}
		const properties = one.components[String(type)]
		if (!properties)
			throw new Error(`GameObject '${one.name}' has no component of type '${String(type)}'.`)
		return { component: this.#identity(one), properties }
	}

	#children(parent: number | null): Thing[] {
		return this.#scene.things.filter((one) => one.parent === parent)
	}

	#path(one: Thing): string {
		const parent = this.#scene.things.find((other) => other.id === one.parent)
		return `${parent ? this.#path(parent) : ''}/${one.name}`
	}

	#identity(one: Thing): Record<string, unknown> {
		return {
			globalId: `GlobalObjectId_V1-2-00000000000000000000000000000001-${one.id}-0`,
			// More digits than a number keeps: two of them are equal once rounded.
			instanceId: `568105589213729500${one.id}`,
			hierarchyPath: this.#path(one),
			type: 'GameObject',
		}
	}

	#node(one: Thing): unknown {
		return {
			name: one.name,
			hierarchyPath: this.#path(one),
			activeSelf: true,
			components: Object.keys(one.components),
			children: this.#children(one.id).map((child) => this.#node(child)),
		}
	}

	/** The first of several with the path, as the package does. */
	#thing(ref: unknown): Thing {
		const found = this.#scene.things.find(
			(one) => this.#identity(one)['globalId'] === ref || this.#path(one) === ref,
		)
		if (!found) throw new Error(`Could not resolve 'target': ${String(ref)}`)
		return found
	}
}

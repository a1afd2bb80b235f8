/**
 * A conversation with the demo model, and a tiny editor that answers its calls. The editor
 * checks every call and every result against the registry, so that the model is only
 * tested against real shapes.
 */

import { resolveCall, resultText } from '@fairlead/protocol/tools'
import { bag } from '@fairlead/protocol/wire/safe-read'
import type { ChatRequest, ModelMessage, ModelPart, ProviderEvent } from '../../model/types.ts'
import { demoProvider } from './index.ts'

interface Thing {
	id: string
	name: string
	parentId: string | null
	kind: string
	position: number[]
	rotation: number[]
	scale: number[]
	components: Map<string, Record<string, unknown>>
}
type Failure = { code: string; message: string; hint?: string; data?: unknown }
export type Reply = { result: unknown; picture?: boolean } | { error: Failure }
type Args = Record<string, unknown>

export class FakeEditor {
	readonly things = new Map<string, Thing>()
	readonly files = new Map<string, string>()
	readonly log: Array<{ name: string; args: Args }> = []
	playing = false
	/** Called first; a result replaces the editor's answer. */
	intercept: (name: string, args: Args) => Reply | undefined = () => undefined
	#ids = 1_000

	constructor(...kinds: string[]) {
		for (const kind of kinds) this.add(kind, kind === 'Plane' ? 'Floor' : kind)
	}

	add(kind: string, name: string, position = [0, 0, 0]): Thing {
		const id = String(this.#ids++)
		const components = new Map<string, Record<string, unknown>>([['Transform', {}]])
		if (kind === 'Camera') components.set('Camera', {})
		else if (kind.endsWith('Light')) components.set('Light', {})
		else if (kind !== 'Empty') components.set('MeshRenderer', { 'material.color': [1, 1, 1, 1] })
		const thing = {
			id,
			name,
			parentId: null,
			kind,
			position,
			rotation: [0, 0, 0],
			scale: [1, 1, 1],
			components,
		}
		this.things.set(id, thing)
		return thing
	}

	get names(): string[] {
		return [...this.things.values()].map(({ name }) => name)
	}

	named(name: string): Thing {
		const thing = [...this.things.values()].find((other) => other.name === name)
		if (!thing) throw new Error(`no ${name} among ${this.names.join(', ')}`)
		return thing
	}

	run(name: string, input: unknown): Reply {
		const resolution = resolveCall(name, input)
		if (!resolution.ok) throw new Error(`invalid call: ${resolution.error.message}`)
		const args = resolution.call.params
		this.log.push({ name, args })
		const reply = this.intercept(name, args) ?? this.#answer(name, args)
		if ('result' in reply) {
			const parsed = resolution.call.action.output.safeParse(reply.result)
			if (!parsed.success) throw new Error(`bad fake result of ${name}: ${parsed.error.message}`)
		}
		return reply
	}

	#answer(name: string, args: Args): Reply {
		switch (name) {
			case 'unity_query':
				return this.#query(args)
			case 'unity_hierarchy':
				return this.#hierarchy(args)
			case 'unity_component':
				return this.#component(args)
			case 'unity_play':
				return this.#play(args)
			case 'unity_screenshot':
				return {
					result: { view: args['action'], width: 768, height: 432, camera: null },
					picture: true,
				}
			case 'unity_refresh':
				return { result: this.#compile(args) }
			case 'unity_undo':
				return {
					result: { groups: ['Create Cube'], groupIds: ['step_01'], undo: null, redo: null },
				}
			case 'unity_scene':
				return {
					result: {
						sceneName: 'Main',
						scenePath: 'Assets/Main.unity',
						isLoaded: true,
						isDirty: false,
						isActive: true,
					},
				}
			case 'read_console_logs':
				return {
					result: {
						logs: [{ type: 'error', message: 'Boom\n  at X', timestamp: 't' }],
						total: 1,
						counts: { errors: 1, warnings: 0, logs: 0 },
					},
				}
			case 'find_tools':
				return { result: { tools: [], activated: ['delegate'] } }
			case 'delegate':
				return { result: { outcome: 'completed', answer: 'It has 2 objects.', steps: 1 } }
			case 'search_files':
				return { result: this.#search() }
			case 'git':
				return { result: this.#git(args) }
			case 'run_command':
				return {
					result: {
						handle: 'cmd_000001',
						state: 'exited',
						exitCode: 1,
						output: '',
						outputBytes: 0,
					},
				}
			default:
				return this.#file(name, args)
		}
	}

	#search() {
		const matches = [...this.files]
			.filter(([, text]) => text.includes('TODO'))
			.map(([path, text]) => ({ path, line: 1, column: 1, text }))
		const total = matches.length
		return { total, files: total, searchedFiles: this.files.size, matches, nextCursor: null }
	}

	/** Every file has changed. */
	#git({ action }: Args) {
		const files = [...this.files.keys()].map((path) => ({ path, state: ' M' }))
		if (action === 'diff') return { files: files.length, diff: '+' }
		return { branch: 'main', upstream: null, ahead: 0, behind: 0, total: files.length, files }
	}

	#path(thing: Thing): string {
		const parent = thing.parentId ? this.things.get(thing.parentId) : undefined
		return `${parent ? this.#path(parent) : ''}/${thing.name}`
	}

	#find(ref: unknown): Thing | undefined {
		return (
			this.things.get(String(ref)) ??
			[...this.things.values()].find((thing) => this.#path(thing) === ref)
		)
	}

	#summary(thing: Thing) {
		return {
			instanceId: thing.id,
			name: thing.name,
			path: this.#path(thing),
			activeSelf: true,
			tag: 'Untagged',
			layer: 'Default',
			components: [...thing.components.keys()],
			childCount: 0,
			parentId: thing.parentId,
			scene: 'Main',
			prefabAssetPath: null,
		}
	}

	#query(args: Args): Reply {
		const all = [...this.things.values()]
		if (args['action'] === 'hierarchy') {
			const objects = all.map((thing) => ({
				...this.#summary(thing),
				depth: thing.parentId ? 1 : 0,
			}))
			const scene = {
				name: 'Main',
				path: '',
				buildIndex: 0,
				isActive: true,
				isLoaded: true,
				isDirty: false,
				rootCount: 1,
				objectCount: all.length,
			}
			return {
				result: { summary: '', scenes: [scene], objects, total: all.length, nextCursor: null },
			}
		}
		const thing = this.#find(args['instance_id'])
		if (!thing) return missing(args['instance_id'])
		const transform = {
			localPosition: thing.position,
			localRotation: thing.rotation,
			localScale: thing.scale,
		}
		const wanted = args['component_type']
		const components = [...thing.components]
			.filter(([type]) => wanted === undefined || type === wanted)
			.map(([type, properties]) => ({
				instanceId: `${thing.id}1`,
				type,
				properties: type === 'Transform' ? transform : properties,
			}))
		return {
			result: {
				gameObject: { ...this.#summary(thing), activeInHierarchy: true, isStatic: false },
				components,
			},
		}
	}

	#hierarchy(args: Args): Reply {
		const thing =
			args['action'] === 'create'
				? this.add(String(args['primitive_type']), String(args['name'] ?? args['primitive_type']))
				: this.#find(args['instance_id'])
		if (!thing) return missing(args['instance_id'])
		const extra: Record<string, unknown> = {}
		const subject = thing
		switch (args['action']) {
			case 'destroy':
				this.things.delete(thing.id)
				extra['destroyedCount'] = 1
				break
			default:
				break
		}
		for (const key of ['position', 'rotation', 'scale'] as const) {
			if (Array.isArray(args[key])) subject[key] = args[key].map(Number)
		}
		for (const type of (args['components'] as string[] | undefined) ?? [])
			subject.components.set(type, {})
		return {
			result: {
				instanceId: subject.id,
				name: subject.name,
				path: this.#path(subject),
				scene: 'Main',
				...extra,
			},
		}
	}

	#component(args: Args): Reply {
		const thing = this.#find(args['game_object_id'])
		if (!thing) return missing(args['game_object_id'])
		const type = String(args['component_type'])
		const added = !thing.components.has(type)
		const properties = (args['properties'] ?? {}) as Record<string, unknown>
		if (args['action'] === 'remove') thing.components.delete(type)
		else thing.components.set(type, { ...thing.components.get(type), ...properties })
		const head = {
			componentId: `${thing.id}2`,
			componentType: type,
			gameObjectId: thing.id,
			gameObjectName: thing.name,
		}
		if (args['action'] === 'remove') return { result: head }
		const results = Object.entries(properties).map(([property, newValue]) => ({
			property,
			success: true,
			newValue,
		}))
		return {
			result: {
				...head,
				results,
				successCount: results.length,
				failCount: 0,
				...(args['action'] === 'configure' ? { added } : {}),
			},
		}
	}

	#play(args: Args): Reply {
		const action = args['action']
		if (action === 'enter') {
			this.playing = true
			for (const thing of this.things.values())
				if (thing.components.has('Rigidbody'))
					thing.position = [thing.position[0] ?? 0, 0.5, thing.position[2] ?? 0]
		}
		if (action === 'exit') this.playing = false
		return { result: { isPlaying: this.playing, isPaused: false, time: 0, frame: 0 } }
	}

	/** Reports a missing semicolon at the end of a field, like a compiler. */
	#compile(args: Args) {
		const errors = [...this.files].flatMap(([file, source]) =>
			source.split('\n').flatMap((line, n) =>
				/^\s*public (?!class)[^(]*=.*[^;]$/.test(line)
					? [
							{
								file,
								line: n + 1,
								column: line.length,
								code: 'CS1002',
								message: '; expected',
								severity: 'error' as const,
							},
						]
					: [],
			),
		)
		const found = errors.length > 0 ? [] : ((args['watched_scripts'] as string[] | undefined) ?? [])
		return {
			recompiled: true,
			hasErrors: errors.length > 0,
			errors,
			warnings: [],
			availableTypes: [],
			watchedScripts: { found, missing: [] },
		}
	}

	#file(name: string, args: Args): Reply {
		const path = String(args['path'])
		const change = { path, created: true, bytes: 1, sha256: '0'.repeat(64), diff: '' }
		if (name === 'list_directory') {
			const entries = [...this.files.keys()].map((file) => ({ path: file, kind: 'file' as const }))
			if (entries.length === 0) return { error: { code: 'not_found', message: 'No such folder.' } }
			return { result: { path, entries, truncated: false } }
		}
		if (name === 'write_file') {
			this.files.set(path, String(args['content']))
			return { result: change }
		}
		const content = this.files.get(path)
		if (content === undefined) return missing(path)
		if (name === 'read_file')
			return {
				result: { path, content, firstLine: 1, lineCount: 1, totalLines: 1, sha256: change.sha256 },
			}
		const edits = args['edits'] as Array<{ find: string; replace: string }>
		this.files.set(
			path,
			edits.reduce((text, { find, replace }) => text.replace(find, () => replace), content),
		)
		return { result: { ...change, created: false, replacements: edits.length } }
	}
}

const missing = (what: unknown): Reply => ({
	error: { code: 'not_found', message: `There is no ${what}.` },
})

/** Sends messages to the demo model and runs its calls until it is done. */
export class Talk {
	readonly messages: ModelMessage[] = []
	readonly editor: FakeEditor
	readonly #provider = demoProvider({ wordDelayMs: 0 })
	readonly #tools: ChatRequest['tools']

	/** @param offered names of the tools in the request; none: it is not told */
	constructor(editor: FakeEditor, offered: readonly string[] = []) {
		this.editor = editor
		this.#tools = offered.map((name) => ({ name, description: '', inputSchema: {} }))
	}

	/** Everything that is said until the turn ends. */
	async say(text: string): Promise<string> {
		this.messages.push({ role: 'user', parts: [{ type: 'text', text }] })
		const said: string[] = []
		for (let step = 0; step < 70; step++) {
			const parts = await this.#ask()
			this.messages.push({ role: 'assistant', parts })
			for (const part of parts) if (part.type === 'text') said.push(part.text)
			const calls = parts.filter((part) => part.type === 'tool-call')
			if (calls.length === 0) return said.join('\n')
			this.messages.push({ role: 'user', parts: calls.map((call) => this.#result(call)) })
		}
		throw new Error('the demo model does not come to an end')
	}

	async #ask(): Promise<readonly ModelPart[]> {
		const request = {
			model: 'planner',
			system: '',
			messages: this.messages,
			tools: this.#tools,
			maxOutputTokens: 1_000,
			webSearch: false,
		}
		let last: ProviderEvent | undefined
		for await (const event of this.#provider.stream(request, new AbortController().signal))
			last = event
		if (last?.type !== 'finish') throw new Error(`no finish but ${JSON.stringify(last)}`)
		return last.parts
	}

	#result(call: Extract<ModelPart, { type: 'tool-call' }>): ModelPart {
		const reply = this.editor.run(call.name, call.input)
		const isError = 'error' in reply
		const { name, input } = call
		const text = isError
			? JSON.stringify({ error: reply.error })
			: resultText({ name, params: { ...bag(input) }, risk: 'read' }, reply.result)
		const image = { type: 'image', mediaType: 'image/png', blobId: 'b' } as const
		const content = [{ type: 'text', text } as const, ...(!isError && reply.picture ? [image] : [])]
		return { type: 'tool-result', callId: call.callId, name: call.name, content, isError }
	}
}

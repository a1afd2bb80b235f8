/**
 * One desk: a real relay process, a room that speaks the real relay link, and the editor under
 * test on its own project. Calls take the full path; results are checked against the registry.
 */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { resolveCall, type TOOLS, type ToolName, type ToolResult } from '@fairlead/protocol/tools'
import type { Call, CallError, CallErrorCode, CallOutcome } from '@fairlead/protocol/wire/calls'
import { expect } from 'vitest'
import { addLink } from '../../../relay-cli/src/home/links.ts'
import { editorKeyOf } from '../../../relay-cli/src/home/project-key.ts'
import { FakeRoom } from '../../../relay-cli/test/fakes/fake-room.ts'
import { RelayProcess } from '../../../relay-cli/test/kit/relay-process.ts'
import {
	argsHashOf,
	Cleanups,
	temporaryFolder,
	until,
} from '../../../relay-cli/test/kit/support.ts'
import { type EditorOptions, EditorProcess } from './editor-process.ts'

const DEADLINE_MS = 60_000

type Args = Readonly<Record<string, unknown>>
type ActionName<N extends ToolName> = keyof (typeof TOOLS)[N]['actions']
type Chosen<N extends ToolName, P> = P extends { readonly action: infer A }
	? A & ActionName<N>
	: 'run' & ActionName<N>

export interface CallOptions {
	readonly callId?: string
	/** Id of the agent step's Undo group. By default each call has its own. */
	readonly group?: string
	readonly deadlineMs?: number
}

/** A call that was made, for the check that a case makes its own call. */
export interface Made {
	readonly tool: string
	readonly action: string
	readonly status: 'ok' | CallErrorCode
}

let desks = 0

export class Desk {
	readonly folder: string
	readonly home: string
	readonly project: string
	readonly ledger: string
	readonly room: FakeRoom
	readonly made: Made[] = []
	readonly #cleanups: Cleanups
	readonly #id = `d${++desks}`
	relay: RelayProcess
	editor: EditorProcess
	key = ''
	#calls = 0
	#scenes = 0

	private constructor(
		folder: string,
		room: FakeRoom,
		relay: RelayProcess,
		options: Partial<EditorOptions>,
		cleanups: Cleanups,
	) {
		this.folder = folder
		this.home = join(folder, 'home')
		this.project = join(folder, 'Game')
		this.ledger = join(folder, 'ledger')
		this.room = room
		this.relay = relay
		this.#cleanups = cleanups
		this.editor = this.#startEditor(options)
	}

	/** Everything started, the folder linked, the editor ready for calls. */
	static async open(options: Partial<EditorOptions> = {}): Promise<Desk> {
		const cleanups = new Cleanups()
		try {
			const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
			const room = cleanups.add(await FakeRoom.start(), (made) => made.stop())
			const relay = await RelayProcess.start(join(folder, 'home'))
			const desk = new Desk(folder, room, relay, options, cleanups)
			cleanups.add(desk, (made) => made.relay.kill())
			await until('the project', () => desk.#linkable())
			await addLink(desk.project, room.link, desk.home)
			await until('the link', () => room.hellos.length > 0)
			const [hello] = room.hellos
			desk.key = editorKeyOf(hello?.relayId ?? '', realpathSync(desk.project))
			await desk.ready()
			return desk
		} catch (error) {
			await cleanups.run()
			throw error
		}
	}

	async close(): Promise<void> {
		await this.#cleanups.run()
	}

	/** Waits until the editor is connected; rejects with its output if it does not connect. */
	async ready(): Promise<void> {
		try {
			const outcome = await this.call('wait_for_editor_ready', { timeout_seconds: 60 })
			expect(outcome).toMatchObject({ status: 'ok', result: { ready: true } })
			await until('a live editor', () => this.editor.running)
		} catch (error) {
			throw new Error(`The editor did not become ready.\n${this.editor.output}`, { cause: error })
		}
	}

	/** Starts another editor process on the same project; the previous one must be gone. */
	async restartEditor(options: Partial<EditorOptions> = {}): Promise<void> {
		await this.editor.kill()
		this.editor = this.#startEditor(options)
	}

	async restartRelay(): Promise<void> {
		await this.relay.kill()
		this.relay = await RelayProcess.start(this.home)
	}

	/** A new scene with a camera and a light, in edit mode; unsaved changes are dropped. */
	async fresh(): Promise<string> {
		const { isPlaying } = await this.ok('unity_play', { action: 'state' })
		if (isPlaying) await this.ok('unity_play', { action: 'exit' })
		const path = `Assets/Scenes/Case${++this.#scenes}.unity`
		await this.ok('unity_scene', { action: 'create', path, if_dirty: 'discard' })
		return path
	}

	/** The call as the Conversation would send it: with the registry's defaults if the arguments are valid. */
	makeCall(tool: string, args: Args, options: CallOptions = {}): Call {
		const resolved = resolveCall(tool, args)
		const params = resolved.ok ? resolved.call.params : { ...args }
		const callId = options.callId ?? `${this.#id}.${++this.#calls}`
		const group = options.group ?? `step-${callId}`
		return {
			callId,
			method: tool,
			params,
			argsHash: argsHashOf(tool, params),
			deadlineMs: options.deadlineMs ?? DEADLINE_MS,
			undoGroup: { id: group, name: `Step ${group}` },
		}
	}

	async call(tool: string, args: Args, options: CallOptions = {}): Promise<CallOutcome> {
		const call = this.makeCall(tool, args, options)
		const outcome = await this.room.call(this.key, call)
		const action = typeof args['action'] === 'string' ? args['action'] : 'run'
		const status = outcome.status === 'ok' ? 'ok' : outcome.error.code
		this.made.push({ tool, action, status })
		return outcome
	}

	/** The outcome, checked against the registry: valid members, and nothing else. */
	async outcome(
		tool: string,
		args: Args,
		options: CallOptions = {},
	): Promise<Extract<CallOutcome, { status: 'ok' }>> {
		const outcome = await this.call(tool, args, options)
		if (outcome.status === 'error') {
			throw new Error(
				`${tool} ${JSON.stringify(args)}: ${outcome.error.code}: ${outcome.error.message} ${JSON.stringify(outcome.error.data) ?? ''}`,
			)
		}
		checkResult(tool, args, outcome.result)
		return outcome
	}

	async ok<N extends ToolName, const P extends Args>(
		tool: N,
		args: P,
		options: CallOptions = {},
	): Promise<ToolResult<N, Chosen<N, P>>> {
		const { result } = await this.outcome(tool, args, options)
		return result as ToolResult<N, Chosen<N, P>>
	}

	/** The error message of a call that must fail with this code. */
	async fails(
		tool: ToolName,
		args: Args,
		code: CallErrorCode,
		options: CallOptions = {},
	): Promise<CallError & { data: Record<string, unknown> }> {
		const outcome = await this.call(tool, args, options)
		if (outcome.status === 'ok') {
			throw new Error(
				`${tool} ${JSON.stringify(args)} must fail with ${code}, but gave ${JSON.stringify(outcome.result)}`,
			)
		}
		const { error } = outcome
		expect(error, `${tool} ${JSON.stringify(args)}: ${error.message}`).toMatchObject({ code })
		expect(error.message.length).toBeGreaterThan(10)
		return { ...error, data: (error.data ?? {}) as Record<string, unknown> }
	}

	/** Properties of a component, as `inspect_object` shows them. */
	async properties(ref: string, type: string): Promise<Record<string, unknown>> {
		const { components } = await this.ok('unity_query', {
			action: 'inspect_object',
			instance_id: ref,
			component_type: type,
		})
		return components[0]?.properties ?? {}
	}

	/** Object summary with its transform, or null if there is none at that path. */
	async look(ref: string): Promise<Looked | null> {
		const outcome = await this.call('unity_query', { action: 'inspect_object', instance_id: ref })
		if (outcome.status === 'error') {
			expect(outcome.error.code).toBe('not_found')
			return null
		}
		const { gameObject, components } = outcome.result as ToolResult<'unity_query', 'inspect_object'>
		return { ...gameObject, transform: components[0]?.properties ?? {} }
	}

	/** Whether the loaded scenes contain this number of objects with this name. */
	async count(name: string): Promise<number> {
		return (await this.ok('unity_query', { action: 'find', name })).total
	}

	/** How often a call was executed. */
	executions(callId: string): number {
		return this.editor.executions().get(callId) ?? 0
	}

	#startEditor(options: Partial<EditorOptions>): EditorProcess {
		const { home, project, ledger } = this
		const editor = EditorProcess.start({ home, project, ledger, ...options })
		return this.#cleanups.add(editor, (made) => made.kill())
	}

	async #linkable(): Promise<boolean> {
		const { inspectFolder } = await import('@fairlead/simulator/project/create-project')
		if (!this.editor.running) throw new Error(`The editor has ended.\n${this.editor.output}`)
		return (await inspectFolder(this.project)) === 'project'
	}
}

export type Looked = ToolResult<'unity_query', 'inspect_object'>['gameObject'] & {
	readonly transform: Record<string, unknown>
}

/** A result has exactly the registry's members: the model pays for every one. */
export function checkResult(tool: string, args: Args, result: unknown): void {
	const resolved = resolveCall(tool, args)
	if (!resolved.ok)
		throw new Error(`${tool} took ${JSON.stringify(args)}: ${resolved.error.message}`)
	const parsed = resolved.call.action.output.safeParse(result)
	if (!parsed.success) {
		throw new Error(
			`${tool} ${JSON.stringify(args)} gave ${JSON.stringify(result)}: ${parsed.error.message}`,
		)
	}
	expect(result).toEqual(parsed.data)
}

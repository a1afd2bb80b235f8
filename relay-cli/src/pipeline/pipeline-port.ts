/**
 * An editor reached through Unity's own bridge, behind the same port as one with our package. Calls run one after
 * another; each is answered, and one that was cut off after it could have changed something is never repeated.
 */
import { type Call, type CallOutcome, failed } from '@fairlead/protocol/calls'
import { type CustomTool, EDITOR_LINK, type EditorHello } from '@fairlead/protocol/editor-link'
import type { ChangeScope } from '@fairlead/protocol/editors'
import { resolveCall } from '@fairlead/protocol/tools'
import { cancelled } from '../calls/verdicts.ts'
import type { Clock } from '../clock.ts'
import type { EditorPort } from '../editors/editor-port.ts'
import { Bridge } from './bridge.ts'
import { after, BridgeError } from './bridge-error.ts'
import type { CommandCatalog } from './command-catalog.ts'
import { type Done, mappedCommands, mappingOf } from './command-map.ts'
import { NOT_REVERTIBLE } from './scene-objects.ts'
import type { UnityShell } from './unity-shell.ts'

const ALL_SCOPES: readonly ChangeScope[] = ['hierarchy', 'scene', 'assets', 'console']

export interface PipelinePortOptions {
	readonly shell: UnityShell
	readonly catalog: CommandCatalog
	/** Real path of the project. */
	readonly folder: string
	readonly clock: Clock
	readonly process: {
		readonly pid: number
		readonly unityVersion: string
		readonly sessionId: string
	}
	readonly phase: EditorHello['phase']
	/** A call may have changed these. */
	changed(port: EditorPort, scopes: readonly ChangeScope[]): void
	/** The seat was given to another connection, or the relay stops. */
	closed(port: EditorPort): void
}

export class PipelinePort implements EditorPort {
	readonly hello: EditorHello
	readonly #options: PipelinePortOptions
	#catalog: CommandCatalog
	#customTools: readonly CustomTool[]
	#turn: Promise<unknown> = Promise.resolve()
	/** Calls that wait for their turn, and whether they still should run. */
	readonly #waiting = new Map<string, { cancelled: boolean }>()

	constructor(options: PipelinePortOptions) {
		this.#options = options
		this.#catalog = options.catalog
		this.#customTools = toolsOf(options.catalog)
		const { pid, unityVersion, sessionId } = options.process
		this.hello = {
			protocolVersion: EDITOR_LINK.version,
			projectPath: options.folder,
			productGuid: '',
			unityVersion,
			pid,
			sessionId,
			connSeq: 1,
			phase: options.phase,
			pluginVersion: '',
			kind: 'pipeline',
			// The bridge remembers no calls.
			journal: [],
		}
	}

	get customTools(): readonly CustomTool[] {
		return this.#customTools
	}

	/** True if the tools are others than before. */
	refresh(catalog: CommandCatalog): boolean {
		const tools = toolsOf(catalog)
		const same = JSON.stringify(tools) === JSON.stringify(this.#customTools)
		this.#catalog = catalog
		this.#customTools = tools
		return !same
	}

	/** Never rejects. */
	call(call: Call): Promise<CallOutcome> {
		const deadlineAt = this.#options.clock.awake() + call.deadlineMs
		const waiting = { cancelled: false }
		this.#waiting.set(call.callId, waiting)
		const outcome = this.#turn.then(() => {
			this.#waiting.delete(call.callId)
			if (waiting.cancelled) return cancelled()
			return this.#run(call, deadlineAt)
		})
		this.#turn = outcome
		return outcome
	}

	/** A running command cannot be stopped: the bridge has no way to. */
	cancel(callIds: string[]): void {
		for (const callId of callIds) {
			const waiting = this.#waiting.get(callId)
			if (waiting) waiting.cancelled = true
		}
	}

	forget(): void {}

	watch(): void {}

	close(): void {
		this.#options.closed(this)
	}

	async #run(call: Call, deadlineAt: number): Promise<CallOutcome> {
		const { shell, folder, clock } = this.#options
		const startedAt = clock.now()
		if (deadlineAt <= clock.awake())
			return failed('deadline_exceeded', 'The call was not started in time. Nothing was changed.', {
				hint: 'Repeat it: calls through Unity’s own bridge run one after another.',
			})
		const bridge = new Bridge({ shell, folder, clock, deadlineAt, catalog: this.#catalog })
		try {
			const { result, attachments, changes } = await this.#execute(call, bridge)
			if (bridge.done.length > 0) this.#options.changed(this, changes)
			const durationMs = Math.max(0, clock.now() - startedAt)
			return { status: 'ok', result, durationMs, ...(attachments ? { attachments } : {}) }
		} catch (error) {
			// Also after a failure: a part may have taken effect.
			this.#options.changed(this, ALL_SCOPES)
			if (error instanceof BridgeError) return after(bridge.done, error.outcome)
			return after(
				bridge.done,
				failed('internal', `The relay failed while running ${call.method}.`, {
					hint: 'Look at the current state before you repeat the call.',
				}),
			)
		}
	}

	async #execute(
		{ method, params }: Call,
		bridge: Bridge,
	): Promise<Done & { changes: readonly ChangeScope[] }> {
		const own = this.#catalog.ofTool(method)
		if (own) {
			const value = await bridge.command(own, params)
			const result = bridge.done.length > 0 ? { note: NOT_REVERTIBLE, result: value } : value
			return { result: ignoredIn(bridge, result), changes: ALL_SCOPES }
		}
		if (method === 'unity_check') return { result: this.#check(params, bridge), changes: [] }
		const mapping = this.#mapped(method, params, bridge)
		const done = await mapping.run(bridge)
		return { ...done, changes: mapping.changes }
	}

	/** @throws {BridgeError} for what the bridge cannot do. */
	#mapped(
		method: string,
		params: Readonly<Record<string, unknown>>,
		bridge: Bridge,
	): { changes: readonly ChangeScope[]; run(bridge: Bridge): Promise<Done> } {
		const resolved = resolveCall(method, params)
		if (!resolved.ok) throw new BridgeError({ status: 'error', error: resolved.error })
		const { actionName, args } = resolved.call
		const mapping = mappingOf(method, actionName)
		const missing = mapping?.commands.find((one) => ![one].flat().some((name) => bridge.has(name)))
		if (mapping === null || missing !== undefined) throw beyond(method, actionName, missing)
		return {
			changes: mapping.changes ?? [],
			run: (bridge) => mapping.run(bridge, args as never),
		}
	}

	/** `unity_check`: whether the call could be carried out at all. */
	#check(params: Readonly<Record<string, unknown>>, bridge: Bridge): unknown {
		const asked = params as { method: string; params: Record<string, unknown> }
		this.#mapped(asked.method, asked.params, bridge)
		return { possible: true }
	}
}

const toolsOf = (catalog: CommandCatalog): CustomTool[] =>
	catalog.tools(new Set(mappedCommands().flatMap((name) => catalog.find(name) ?? [])))

/** A tool that needs our package. Reverts ask for `unity_history`, so its words are shown to people. */
function beyond(method: string, action: string, missing?: string | readonly string[]): BridgeError {
	if (method === 'unity_history' || method === 'unity_undo')
		return new BridgeError(
			failed(
				'unsupported',
				"This editor is reached through Unity's own bridge, which cannot revert. Use Edit > Undo in Unity.",
				{ hint: 'The Fairlead package in the project makes changes revertible from here.' },
			),
		)
	const what = action === 'run' ? method : `${method} ${action}`
	const why =
		missing === undefined ? '' : ` Its version has no command ${[missing].flat().join(' or ')}.`
	return new BridgeError(
		failed('unsupported', `Unity's own bridge cannot do ${what}.${why} Nothing was changed.`, {
			hint: "Look for one of Unity's own commands with find_tools (their names begin with pipeline_), or ask the user to install the Fairlead package in the project.",
		}),
	)
}

/** Unity drops what it does not understand, and reports success. */
function ignoredIn({ ignored }: Bridge, result: unknown): unknown {
	if (ignored.length === 0) return result
	return { warning: `Unity did not take these arguments: ${ignored.join(', ')}.`, result }
}

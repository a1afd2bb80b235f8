/**
 * A run and its reverts on one database, over a world of an Undo stack and files that counts what
 * it executes. A crash is a new epoch: later writes of the old machines are refused.
 */
import { createHash } from 'node:crypto'
import type { RevertItem, RevertPart, RevertRequest } from '@fairlead/protocol/conversations/revert'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { partOf } from '../src/agent/revert/revert-items.ts'
import { RevertMachine } from '../src/agent/revert/revert-machine.ts'
import { conversationStore } from '../src/conversations/conversation-store.ts'
import { SqlRevertStore, withReverts } from '../src/conversations/storage/reverts.ts'
import type { CallRequest, DispatchReceipt } from '../src/ports/room.ts'
import {
	accepted,
	answered,
	callsTools,
	executing,
	MachineKit,
	ONE,
	says,
	scripted,
} from './machine-kit.ts'

/** The world that a revert finds and changes; each call id is executed once. */
export class World {
	done: { id: string; name: string }[] = []
	undone: { id: string; name: string }[] = []
	files = new Map<string, { before: string | null; after: string; now: string | null }>()
	openScenes: string[] = []
	editorUp = true
	readonly executions: string[] = []
	readonly outcomes = new Map<string, CallOutcome>()

	execute({ callId, method, params }: CallRequest['call']): CallOutcome {
		const known = this.outcomes.get(callId)
		if (known) return known
		this.executions.push(callId)
		const outcome = this.#run(method, params)
		this.outcomes.set(callId, outcome)
		return outcome
	}

	#run(method: string, params: Record<string, unknown>): CallOutcome {
		const ok = (result: unknown): CallOutcome => ({ status: 'ok', result })
		if (method === 'unity_refresh') return ok({ recompiled: true })
		if (method === 'file_history') return ok(this.#files(params))
		if (!this.editorUp) return failed('no_editor', 'Unity is not running for Demo.')
		const ids = params['record_ids'] as string[]
		const redo = params['action'] === 'redo' || params['direction'] === 'redo'
		const stack = redo ? this.undone : this.done
		const deepest = stack.findIndex(({ id }) => ids.includes(id))
		const affected = deepest < 0 ? [] : stack.slice(deepest).toReversed()
		const blocking = affected.filter(({ id }) => !ids.includes(id))
		const records = ids.map((id) => ({
			id,
			state: this.done.some((r) => r.id === id)
				? 'done'
				: this.undone.some((r) => r.id === id)
					? 'undone'
					: 'unknown',
		}))
		const state = {
			records,
			blocking,
			blockingCount: blocking.length,
			changed: [],
			openScenes: this.openScenes,
			seen: `seen-${affected.length}-${blocking.length}-${records.map((record) => record.state)}`,
		}
		if (params['action'] === 'state') return ok(state)
		if (params['seen'] !== undefined && params['seen'] !== state.seen) {
			return failed('conflict', 'The scene has changed since the preview.')
		}
		if (blocking.length > 0 && !params['force']) return failed('conflict', 'Others are above.')
		stack.splice(deepest)
		;(redo ? this.done : this.undone).push(...affected)
		return ok(redo ? { redone: affected } : { undone: affected })
	}

	#files(params: Record<string, unknown>): unknown {
		const preview = params['action'] === 'preview'
		const redo = (params['call_ids'] as string[])[0]?.startsWith('rev_') === true
		const skip = new Set((params['skip'] as string[] | undefined) ?? [])
		const overwrite = (params['overwrite'] as { path: string; seen: string }[] | undefined) ?? []
		const items = [...this.files].map(([path, file]) => {
			const [expected, target] = redo ? [file.before, file.after] : [file.after, file.before]
			const change = target === null ? 'trash' : 'restore'
			const base = { path, kind: 'file', change }
			const seen = file.now ?? 'absent'
			if (file.now === target) return { ...base, state: 'unchanged', ...(preview ? { seen } : {}) }
			const conflict = file.now !== expected
			if (preview) {
				return conflict
					? { ...base, state: 'conflict', reason: 'changed', seen }
					: { ...base, state: 'ready', seen }
			}
			const agreed = overwrite.some((one) => one.path === path && one.seen === seen)
			if (skip.has(path)) return { ...base, state: 'skipped' }
			if (conflict && !agreed) return { ...base, state: 'skipped', reason: 'changed' }
			file.now = target
			return { ...base, state: 'reverted' }
		})
		return { items, truncated: false, refresh: true }
	}
}

/** The agent makes a cube and a script, renames the cube, and is done. */
export const TURNS = [
	callsTools([
		{ id: 't0', name: 'unity_hierarchy', input: { action: 'create', primitive_type: 'Cube' } },
		{ id: 't1', name: 'write_file', input: { path: 'Assets/Spin.cs', content: 'class Spin {}' } },
	]),
	callsTools([
		{
			id: 't2',
			name: 'unity_hierarchy',
			input: { action: 'rename', instance_id: '/Cube', name: 'Box' },
		},
	]),
	says('Done.'),
]

export class RevertKit {
	readonly world = new World()
	readonly run: MachineKit
	readonly changed: string[] = []
	/** Verdicts of the run that lists were told. */
	readonly listed: string[] = []
	readonly logs: unknown[] = []
	/** How the room accepts a call; default: at once. */
	room: (request: CallRequest) => DispatchReceipt | Promise<DispatchReceipt>
	/** Crash right after this commit of a revert, counted from 1. */
	crashAt = 0
	commits = 0
	machine: RevertMachine
	store: SqlRevertStore
	#ids = 0

	private constructor(run: MachineKit) {
		this.run = run
		this.room = (request) => this.takes(request)
		this.store = this.#openStore()
		this.machine = this.restart()
	}

	/** A world after a run that made a cube and a script. */
	static async open(turns = TURNS): Promise<RevertKit> {
		const run = new MachineKit({ provider: scripted(turns), room: executing() })
		run.post('Make a box that spins')
		await run.settleDown()
		const kit = new RevertKit(run)
		kit.world.done.push(
			{ id: `${kit.runId}.1`, name: 'create' },
			{ id: `${kit.runId}.3`, name: 'rename' },
		)
		kit.world.files.set('Assets/Spin.cs', {
			before: null,
			after: 'class Spin {}',
			now: 'class Spin {}',
		})
		return kit
	}

	get runId(): string {
		return this.run.store.latestRun()?.id ?? ''
	}

	get messageId(): string {
		return this.run.store.latestRun()?.messageId ?? ''
	}

	/** A new object instance over the same storage. */
	restart(): RevertMachine {
		this.store = this.#openStore()
		this.machine = new RevertMachine({
			conversationId: 'cnv_test',
			store: this.store,
			room: {
				dispatch: async (request) => this.room(request),
				read: (read) => answered(read, (request) => this.room(request), this.world.outcomes),
				cancel: async () => undefined,
				revertChanged: async ({ state }) => {
					this.changed.push(state)
				},
				runChanged: async ({ verdict }) => {
					this.listed.push(verdict ?? 'none')
				},
			},
			clock: () => this.run.now,
			random: () => 0.5,
			newId: () => `rev_${String(++this.#ids).padStart(10, '0')}`,
			hash: (text) => createHash('sha256').update(text).digest('hex'),
			committed: () => {
				if (++this.commits === this.crashAt) this.restart()
			},
			log: (entry) => this.logs.push(entry),
		})
		return this.machine
	}

	#openStore(): SqlRevertStore {
		const conversation = conversationStore(this.run.database)
		conversation.beginEpoch()
		this.run.store = conversation
		return new SqlRevertStore(this.run.database, conversation)
	}

	/** Executes, and reports the outcome a moment later. */
	takes({ call }: CallRequest): DispatchReceipt {
		const outcome = this.world.execute(call)
		queueMicrotask(() => this.machine.settle(call.callId, outcome))
		return accepted
	}

	begin(request: Partial<RevertRequest> = {}) {
		const whole = { messageId: this.messageId, preview: false, choices: [], ...request }
		return this.machine.begin(whole, ONE)
	}

	async preview(request: Partial<RevertRequest> = {}): Promise<RevertItem[]> {
		const whole = { messageId: this.messageId, preview: true, choices: [], ...request }
		const outcome = await this.machine.preview(whole)
		if (!outcome.ok) throw new Error(outcome.reason)
		return outcome.preview.items
	}

	/** Begins a revert, and drives it until it has ended or needs something from outside. */
	async revert(request: Partial<RevertRequest> = {}): Promise<RevertPart> {
		const begun = this.begin(request)
		if (!begun.ok) throw new Error(begun.reason)
		return this.settleDown(begun.part.revertId)
	}

	async settleDown(revertId: string): Promise<RevertPart> {
		for (let round = 0; round < 100; round++) {
			await this.machine.drive()
			await new Promise((resolve) => setImmediate(resolve))
			const revert = this.store.get(revertId)
			if (!revert) throw new Error(`There is no revert ${revertId}.`)
			if (revert.state !== 'running' || revert.waiting !== null) return partOf(revert)
			const due = revert.calls.flatMap((c) => (c.state === 'ready' && c.nextAt ? [c.nextAt] : []))
			if (due[0] !== undefined) this.run.now = Math.max(this.run.now, due[0])
		}
		throw new Error('The revert does not settle down.')
	}

	/** The answer as the page gets it. */
	answer() {
		const rows = this.run.store.newestMessages(1)
		const [message] = withReverts(
			rows.map(({ ui }) => ui),
			this.store,
		)
		if (!message) throw new Error('There is no message.')
		return message
	}
}

/** `key` → `state reason`. */
export const statesOf = (items: readonly RevertItem[]): Record<string, string> =>
	Object.fromEntries(items.map((i) => [i.key, [i.state, i.reason].filter(Boolean).join(' ')]))

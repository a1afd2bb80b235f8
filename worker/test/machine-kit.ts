/**
 * A run's machine on `node:sqlite`, with a scripted model and a room that counts what it
 * executes. A crash is a new epoch over the same database: later writes of the old machine
 * are refused, as after an eviction.
 */

import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { OpenText } from '@fairlead/protocol/conversations/messages'
import type { Budget, ConversationMode, Steer } from '@fairlead/protocol/conversations/runs'
import type { ApprovalScope, NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { MadeKind } from '@fairlead/protocol/packs/kind'
import type { Author } from '@fairlead/protocol/people/author'
import type { ServerTool } from '@fairlead/protocol/projects/mcp-servers'
import type { ProjectContext } from '@fairlead/protocol/projects/project-context'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { type ClientCall, clientCallPart } from '@fairlead/protocol/wire/client-call'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import { READ_CALL_PREFIX } from '@fairlead/protocol/wire/relay-link'
import { parseJsonEventStream, readUIMessageStream, uiMessageChunkSchema } from 'ai'
import { type BudgetFigures, NO_BUDGETS } from '../src/access/dollar-budgets.ts'
import type { ModelSettings } from '../src/agent/model/registry/facts.ts'
import { costAt, factsWith, LISTED } from '../src/agent/model/registry/registry.ts'
import type {
	ChatProvider,
	ChatRequest,
	ModelPart,
	ProviderEvent,
} from '../src/agent/model/types.ts'
import { type Grants, NOT_LOOKED_UP } from '../src/agent/policy/approvals.ts'
import type { ModelAccess, SkillsPort } from '../src/agent/run/machine-ports.ts'
import { RunMachine } from '../src/agent/run/run-machine.ts'
import { isEnded } from '../src/agent/run/run-state.ts'
import { parseCursor } from '../src/agent/stream/chunk-log.ts'
import type { SubAgentStanding, SubAgentStart } from '../src/agent/sub-agents/sub-agent.ts'
import {
	type ConversationStore,
	conversationStore,
} from '../src/conversations/conversation-store.ts'
import type { SqlDatabase, SqlValue } from '../src/platform/sql-database.ts'
import type { ServerCall } from '../src/ports/mcp-servers.ts'
import type { PackToolsPort } from '../src/ports/pack-tools.ts'
import type { CallRequest, DispatchReceipt, LinkedFolder, RoomRead } from '../src/ports/room.ts'
import type { SearchPort } from '../src/ports/web-search.ts'
import { isSharedWhole } from '../src/sharing/shared-calls.ts'

/** The model in these tests. */
export const SCRIPTED = { kind: 'model', model: 'test/scripted', settings: {} } as const

/** The person in these tests. */
export const ONE: Author = { kind: 'session', id: 'usr_1', userId: 'usr_1', name: 'One' }

/** An MCP client of that person. */
export const CLIENT: Author = { kind: 'mcp', id: 'con_1', userId: 'usr_1', name: 'One (Coder)' }

export function nodeDatabase(): SqlDatabase {
	const db = new DatabaseSync(':memory:')
	return {
		all: <R>(query: string, ...bindings: SqlValue[]) =>
			db.prepare(query).all(...(bindings as never[])) as R[],
		transaction: <T>(body: () => T) => {
			db.exec('BEGIN')
			try {
				const result = body()
				db.exec('COMMIT')
				return result
			} catch (error) {
				db.exec('ROLLBACK')
				throw error
			}
		},
	}
}

export const USAGE = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** A turn with text. */
export function says(text: string): ProviderEvent[] {
	return [
		{ type: 'text-start', id: 't' },
		...text.split(/(?<= )/).map((delta) => ({ type: 'text-delta', id: 't', delta }) as const),
		{ type: 'text-end', id: 't' },
		{ type: 'finish', reason: 'stop', usage: USAGE, parts: [{ type: 'text', text }] },
	]
}

/** A turn that calls tools, in parallel. */
export function callsTools(
	calls: readonly { id: string; name: string; input: unknown }[],
	text = '',
): ProviderEvent[] {
	const parts: ModelPart[] = [
		...(text ? [{ type: 'text', text } as const] : []),
		...calls.map(
			(call) =>
				({ type: 'tool-call', callId: call.id, name: call.name, input: call.input }) as const,
		),
	]
	return [
		...(text ? says(text).slice(0, -1) : []),
		...calls.flatMap((call): ProviderEvent[] => [
			{
				type: 'tool-input-start',
				toolCallId: call.id,
				toolName: call.name,
				providerExecuted: false,
			},
			{
				type: 'tool-call',
				toolCallId: call.id,
				toolName: call.name,
				providerExecuted: false,
				input: call.input,
			},
		]),
		{ type: 'finish', reason: 'tool-calls', usage: USAGE, parts },
	]
}

/** Picks its answer by the number of assistant messages in this turn's history: stateless, like a real model. */
export function scripted(
	turns: readonly (ProviderEvent[] | ((request: ChatRequest) => ProviderEvent[]))[],
	requests: ChatRequest[] = [],
): ChatProvider {
	return {
		id: 'scripted',
		async *stream(request) {
			requests.push(structuredClone(request))
			const done = request.messages.filter((m) => m.role === 'assistant').length
			const turn = turns[done]
			if (!turn) throw new Error(`The script has no turn ${done}.`)
			for (const event of typeof turn === 'function' ? turn(request) : turn) {
				await Promise.resolve()
				yield event
			}
		},
	}
}

export type RoomBehaviour = (
	request: CallRequest,
	kit: MachineKit,
) => DispatchReceipt | Promise<DispatchReceipt>

const SEAT = { editorKey: 'relay1:0123456789ab', editorName: 'Demo' }
export const accepted: DispatchReceipt = { accepted: true, ...SEAT, waiting: null }

/** Executes once per call id, keeps the outcome, and answers a repeated id with it. A check is no execution. */
export function executing(
	execute: (method: string, params: Record<string, unknown>) => CallOutcome = (method) => ({
		status: 'ok',
		result: { did: method },
	}),
): RoomBehaviour {
	return (request, kit) => {
		const { callId, method, params } = request.call
		if (!kit.outcomes.has(callId)) {
			if (!callId.startsWith(READ_CALL_PREFIX)) kit.executions.push(callId)
			kit.outcomes.set(callId, execute(method, params))
		}
		const outcome = kit.outcomes.get(callId) as CallOutcome
		queueMicrotask(() => kit.machine.calls.settle(callId, outcome, SEAT))
		return accepted
	}
}

/** A read is answered at once, or never if this room keeps silent. */
export async function answered(
	{ callId, method, params, editorKey, timeoutMs: deadlineMs }: RoomRead,
	room: (request: CallRequest) => DispatchReceipt | Promise<DispatchReceipt>,
	outcomes: ReadonlyMap<string, CallOutcome>,
): Promise<CallOutcome> {
	const call = { callId, method, params, argsHash: '', deadlineMs }
	const runsOn = method.startsWith('unity_') ? 'editor' : 'relay'
	const receipt = await room({ call, editorKey, runsOn, replay: 'safe' })
	if (!receipt.accepted) return receipt.outcome
	if (receipt.waiting !== null) return failed('editor_busy', `${receipt.waiting}.`)
	return outcomes.get(callId) ?? new Promise(() => undefined)
}

export interface KitOptions {
	provider: ChatProvider
	/** Default: one of a person. */
	conversationId?: string
	/** More about the access to it, asked before each request. */
	access?: () => Partial<ModelAccess> | { refused: NoticePart }
	room?: RoomBehaviour
	/** Returns those of the cancelled calls that are not over. Default: none. */
	cancel?: (callIds: readonly string[]) => readonly string[]
	/** Crash right after this commit, counted from 1. */
	crashAt?: number
	/** After each commit. */
	committed?: (store: ConversationStore) => void
}

export class MachineKit {
	readonly database = nodeDatabase()
	readonly executions: string[] = []
	readonly outcomes = new Map<string, CallOutcome>()
	readonly announced: string[] = []
	/** Runs whose answers viewers were told to read again. */
	readonly reread: string[] = []
	readonly cancelled: string[] = []
	readonly logs: unknown[] = []
	/** The linked folder; may throw. */
	folder: () => LinkedFolder | null = () => ({ editorKey: SEAT.editorKey, kind: 'unity' })
	/** The custom tools of the project's editor, and how they are read. */
	customTools: readonly CustomTool[] = []
	customToolsPort: () => Promise<readonly CustomTool[]> = async () => this.customTools
	/** The context of the linked folder; may reject. Null if its relay is away. */
	projectContext: (
		rootsTold: readonly string[],
	) => ProjectContext | null | Promise<ProjectContext | null> = () => null
	/** Skills of the person who begins the runs: instructions by name. */
	skills: Readonly<Record<string, string>> = {}
	skillsPort: SkillsPort = {
		list: async () =>
			Object.keys(this.skills).map((name) => ({ name, description: `About ${name}.` })),
		load: async (_, name) => this.skills[name] ?? null,
	}
	/** The tools of the project's MCP servers, and what they answer. */
	serverTools: readonly ServerTool[] = []
	serverCall: (call: ServerCall) => Promise<CallOutcome> = async ({ name }) => ({
		status: 'ok',
		result: { did: name },
	})
	/** The answer of a search with a person's key. */
	webSearch: SearchPort['search'] = async () => ({ status: 'ok', result: { results: [] } })
	packCall: PackToolsPort['call'] = async () => ({ status: 'ok', result: {} })
	madeKind: () => MadeKind | null = () => null
	/** Starts of sub-agents; may reject. */
	readonly agentStarts: SubAgentStart[] = []
	/** Whether the sub-agents of these starts were known to have begun. */
	readonly agentsBegun: boolean[] = []
	agentStart: (start: SubAgentStart, begun: boolean) => Promise<SubAgentStanding> = async (
		start,
		begun,
	) => {
		this.agentStarts.push(start)
		this.agentsBegun.push(begun)
		return { waiting: null }
	}
	readonly agentsStopped: string[] = []
	/** Those of the stopped that are not over. */
	agentsLeft: (callIds: readonly string[]) => readonly string[] = () => []
	/** The project's grants; may throw. */
	grants: () => Grants = () => NOT_LOOKED_UP
	/** Whether an author may still write; may throw. */
	mayWrite: (author: Author) => boolean = () => true
	/** The budgets in dollars that count a run; may throw. */
	budgets: (runId: string, ownUsd: number) => BudgetFigures | Promise<BudgetFigures> = () =>
		NO_BUDGETS
	now = 1_000_000
	commits = 0
	machine: RunMachine
	store: ConversationStore
	frames = ''
	readonly #options: KitOptions
	#ids = 0

	constructor(options: KitOptions) {
		this.#options = options
		this.store = conversationStore(this.database)
		this.machine = this.restart()
	}

	/** A new object instance over the same storage. */
	restart(): RunMachine {
		this.store = conversationStore(this.database)
		this.store.beginEpoch()
		const room = this.#options.room ?? executing()
		this.machine = new RunMachine({
			conversationId: this.#options.conversationId ?? 'cnv_test',
			store: this.store,
			room: {
				dispatch: async (request) => room(request, this),
				read: (read) => answered(read, (request) => room(request, this), this.outcomes),
				cancel: async (callIds) => {
					this.cancelled.push(...callIds)
					return this.#options.cancel?.(callIds) ?? []
				},
				folder: async () => this.folder(),
				customTools: () => this.customToolsPort(),
				projectContext: async (_editorKey, rootsTold) => this.projectContext(rootsTold),
				runChanged: async (change) => {
					if (change.answerChanged) this.reread.push(change.runId)
					else this.announced.push(change.state)
				},
			},
			servers: {
				tools: async () => this.serverTools,
				call: (call) => this.serverCall(call),
			},
			search: { search: (author, call) => this.webSearch(author, call) },
			packs: { call: (name, author, call) => this.packCall(name, author, call) },
			madeKind: async () => this.madeKind(),
			agents: {
				start: (start, begun) => this.agentStart(start, begun),
				stop: async (callIds) => {
					this.agentsStopped.push(...callIds)
					return this.agentsLeft(callIds)
				},
			},
			skills: {
				list: (author) => this.skillsPort.list(author),
				load: (author, name) => this.skillsPort.load(author, name),
			},
			sink: {
				push: (frames) => {
					this.frames += frames
				},
				close: () => undefined,
			},
			clock: () => this.now,
			random: () => 0.5,
			newId: (prefix) => `${prefix}_${String(++this.#ids).padStart(10, '0')}`,
			hash: (content) => createHash('sha256').update(content).digest('hex'),
			grants: async () => this.grants(),
			isSharedWhole: ({ name, params }) => isSharedWhole(name, params),
			mayWrite: async (author) => this.mayWrite(author),
			budgets: async (run, own) => this.budgets(run.id, own.usd),
			costOf: (model, usage, settings, paidBy) =>
				costAt(factsWith(LISTED, model, settings, paidBy).price, usage),
			outline: () => ({
				windowTokens: LISTED.facts('test/scripted').windowTokens,
				summarizes: this.#options.provider.summarizes !== false,
			}),
			model: async () => {
				const more = this.#options.access?.()
				if (more && 'refused' in more) return more
				const { provider } = this.#options
				const facts = LISTED.facts('test/scripted')
				return { provider, modelId: 'scripted', facts, webSearch: false, paidBy: null, ...more }
			},
			committed: () => {
				this.#options.committed?.(this.store)
				if (++this.commits === this.#options.crashAt) {
					this.restart()
				}
			},
			log: (entry) => this.logs.push(entry),
		})
		return this.machine
	}

	post(
		text: string,
		id = 'm1',
		mode: ConversationMode = 'auto',
		more: {
			steer?: Steer
			budget?: Budget
			model?: string
			settings?: ModelSettings
			editorKey?: string
			/** Ahead of the text. */
			open?: OpenText
		} = {},
	) {
		const { open, steer, budget = {}, model = SCRIPTED.model, settings = {}, editorKey } = more
		const bound = editorKey === undefined ? {} : { editorKey }
		return this.machine.post(
			{
				id,
				role: 'user',
				parts: [
					...(open ? [{ type: 'data-open' as const, data: open }] : []),
					{ type: 'text', text },
				],
			},
			{ author: ONE, source: { kind: 'model', model, settings }, mode, budget, ...bound },
			steer,
		)
	}

	/** The call of an MCP client. */
	handIn(call: ClientCall, mode: ConversationMode = 'auto', author: Author = CLIENT) {
		return this.machine.post(
			{ id: call.id, role: 'user', parts: [clientCallPart(call)] },
			{ author, source: { kind: 'client' }, mode, budget: {} },
		)
	}

	/** A person's answer, by default for this call only. */
	approve(
		approvalId: string,
		approved: boolean,
		reason?: string,
		scope: ApprovalScope = 'once',
		wider = false,
		seen?: string,
		by: Author = ONE,
	): boolean {
		const because = reason === undefined ? {} : { reason }
		const file = seen === undefined ? {} : { seen }
		return this.machine.calls.answer(
			approvalId,
			{ approved, ...because, ...file, scope, wider },
			by,
		)
	}

	/** Drives until the run has ended or needs time or an answer from outside. */
	async settleDown(): Promise<void> {
		for (let round = 0; round < 200; round++) {
			await this.machine.drive()
			await new Promise((resolve) => setImmediate(resolve))
			const run = this.store.latestRun()
			if (!run || isEnded(run) || run.state === 'waiting_approval') return
			if (run.state === 'waiting_retry' || run.state === 'waiting_editor') {
				const due = this.store
					.calls(run.id)
					.flatMap((call) => (call.state === 'approved' && call.nextAt ? [call.nextAt] : []))
				const next = run.nextAt ?? due[0]
				if (next === undefined) return
				this.now = Math.max(this.now, next)
			}
		}
		throw new Error('The run does not settle down.')
	}

	/** The stored assistant message. */
	answer() {
		const [message] = this.store.newestMessages(1)
		return message?.ui
	}
}

/** The message that the AI SDK's own client builds from the frames; throws on an invalid stream. */
export async function readWithSdk(frames: string): Promise<unknown> {
	const bytes = new Blob([frames]).stream()
	const chunks = parseJsonEventStream({ stream: bytes, schema: uiMessageChunkSchema }).pipeThrough(
		new TransformStream({
			transform(result, controller) {
				if (!result.success) throw result.error
				controller.enqueue(result.value)
			},
		}),
	)
	let last: unknown
	for await (const message of readUIMessageStream({ stream: chunks, terminateOnError: true })) {
		last = message
	}
	return JSON.parse(JSON.stringify(last))
}

/** Cursors of all frames, in order. */
export const cursorsOf = (frames: string): string[] =>
	[...frames.matchAll(/^id: (\S+)$/gm)].map((match) => match[1] as string).filter(parseCursor)

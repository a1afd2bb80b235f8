/**
 * A mock agent of the Agent Client Protocol, by the SDK's own side for agents. What it does follows from the prompt:
 *
 * `read and edit <file>` · `run <command>` and `fetch <address>` ask for a permission · `wait` until it is cancelled · `plan` ·
 * `think` · `crash` · `flood` says 5 MB · `noise` writes lines that are not messages · `refuse` · `session` says how the session was
 * opened · `mode <id>` changes the agent's own mode, which in `bypass` asks for nothing · everything else is answered.
 *
 * MOCK_ACP, words: `auth`, `exits`, `silent`, `version`, `folders`; `load` and `resume`: it continues sessions, which it keeps
 * in the folder MOCK_ACP_HOME as real agents keep theirs; `late`: it replays when it has said that it is done, and plans then; `asks`: it asks
 * for a permission while it loads; `modes`: it has some, and `options`: in the option that has replaced them, too; `eager`: it
 * plans as soon as its session is open; `firm`: it refuses another mode, and `mute`: says nothing to that.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import {
	type AgentContext,
	agent,
	type LoadSessionRequest,
	type NewSessionRequest,
	ndJsonStream,
	type PromptRequest,
	type PromptResponse,
	RequestError,
	type RequestPermissionRequest,
	type SessionConfigOption,
	type SessionUpdate,
	type ToolCallUpdate,
} from '@agentclientprotocol/sdk'

const words = new Set((process.env['MOCK_ACP'] ?? '').split(' '))
const has = (word: string): boolean => words.has(word)
if (has('exits')) {
	process.stderr.write('loading\nno configuration, password=hunter2hunter2\n')
	process.exit(3)
}
const home = process.env['MOCK_ACP_HOME']
let sessionId = ''
let session: NewSessionRequest | LoadSessionRequest
let calls = 0
let cancelled = Promise.withResolvers<void>()

const app = agent({ name: 'mock' })
	.onRequest('initialize', () =>
		has('silent')
			? new Promise(() => undefined)
			: {
					protocolVersion: has('version') ? 99 : 1,
					agentCapabilities: {
						...(has('load') ? { loadSession: true } : {}),
						sessionCapabilities: {
							...(has('folders') ? { additionalDirectories: {} } : {}),
							...(has('resume') ? { resume: {} } : {}),
						},
					},
				},
	)
	.onRequest('session/new', ({ params, client }) => {
		if (has('auth')) throw RequestError.authRequired()
		session = params
		sessionId = `mock-${randomUUID()}`
		keep({ sessionUpdate: 'session_info_update', title: 'Mock' })
		if (has('eager')) setImmediate(changeMode, 'plan', client)
		return { sessionId, ...modesNow() }
	})
	.onRequest('session/load', async ({ params, client }) => {
		const updates = continued(params)
		if (has('asks'))
			await client.request('session/request_permission', question(callOf('run', 'ls')))
		const replay = async (): Promise<void> => {
			for (const update of updates) await client.notify('session/update', { sessionId, update })
		}
		// Its mode tells when all of it has been said.
		if (has('late')) setImmediate(() => void replay().then(() => changeMode('plan', client)))
		else await replay()
		return modesNow()
	})
	.onRequest('session/resume', ({ params }) => {
		continued({ mcpServers: [], ...params })
		return modesNow()
	})
	.onRequest('session/set_mode', ({ params }) => {
		if (has('options')) throw RequestError.methodNotFound('session/set_mode')
		return taken(params.modeId, {})
	})
	.onRequest('session/set_config_option', async ({ params, client }) => {
		if (params.configId !== 'mode' || typeof params.value !== 'string')
			throw RequestError.invalidParams()
		await taken(params.value, {})
		await client.notify('session/update', { sessionId, update: optionUpdate() })
		return { configOptions: options() }
	})
	.onNotification('session/cancel', () => cancelled.resolve())
	.onRequest('session/prompt', ({ params, client }) => turn(params, client))
app.connect(
	ndJsonStream(
		Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
		Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>,
	),
)

const MODES = [
	{ id: 'ask', name: 'Ask first', description: 'Asks before each change' },
	{ id: 'plan', name: 'Plan' },
	{ id: 'bypass', name: 'Bypass permissions', description: 'Asks for nothing' },
]
let mode = 'ask'
const options = (): SessionConfigOption[] => [
	{ id: 'model', name: 'Model', category: 'model', type: 'select', currentValue: 'x', options: [] },
	{
		id: 'mode',
		name: 'Mode',
		category: 'mode',
		type: 'select',
		currentValue: mode,
		options: MODES.map(({ id: value, ...more }) => ({ value, ...more })),
	},
]
const optionUpdate = (): SessionUpdate => ({
	sessionUpdate: 'config_option_update',
	configOptions: options(),
})
const modesNow = () => ({
	...(has('modes') ? { modes: { currentModeId: mode, availableModes: MODES } } : {}),
	...(has('options') ? { configOptions: options() } : {}),
})

function taken<T>(asked: string, answer: T): T | Promise<T> {
	if (has('mute')) return new Promise(() => undefined)
	if (has('firm')) throw RequestError.invalidParams(undefined, 'Not in this folder')
	mode = asked
	return answer
}

async function changeMode(to: string, client: AgentContext): Promise<void> {
	mode = to
	const update: SessionUpdate = has('options')
		? optionUpdate()
		: { sessionUpdate: 'current_mode_update', currentModeId: mode }
	await client.notify('session/update', { sessionId, update })
}

const fileOf = (id: string): string | null =>
	home === undefined ? null : join(home, `${id}.jsonl`)

function keep(update: SessionUpdate): void {
	const file = fileOf(sessionId)
	if (file) appendFileSync(file, `${JSON.stringify(update)}\n`)
}

/** All that was said in the session. */
function continued(params: LoadSessionRequest): SessionUpdate[] {
	const file = fileOf(params.sessionId)
	if (!file || !existsSync(file)) throw RequestError.resourceNotFound(params.sessionId)
	session = params
	sessionId = params.sessionId
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
	return lines.map((line) => JSON.parse(line))
}

async function turn({ prompt }: PromptRequest, client: AgentContext): Promise<PromptResponse> {
	cancelled = Promise.withResolvers()
	const [first] = prompt
	const text = first?.type === 'text' ? first.text : ''
	const tell = (update: SessionUpdate) => {
		keep(update)
		return client.notify('session/update', { sessionId, update })
	}
	keep({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } })
	const says = (said: string) =>
		tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } })
	const [word = '', rest = ''] = text.split(/ (.*)/s)
	const done: PromptResponse = { stopReason: 'end_turn' }
	switch (word) {
		case 'edit': {
			const path = `${session.cwd}/${rest}`
			const before = readFileSync(path, 'utf8')
			const after = before.replace('open = false', 'open = true')
			const read = { toolCallId: `call-${++calls}`, title: 'Read it', kind: 'read' } as const
			await tell({ sessionUpdate: 'tool_call', ...read, rawInput: { path } })
			const content = [{ type: 'content', content: { type: 'text', text: before } }] as const
			const status = 'completed'
			const { toolCallId } = read
			await tell({ sessionUpdate: 'tool_call_update', toolCallId, status, content: [...content] })
			const edit = { toolCallId: `call-${++calls}`, title: 'Edit it', kind: 'edit' } as const
			await tell({ sessionUpdate: 'tool_call', ...edit, status: 'pending' })
			writeFileSync(path, after)
			await tell({
				sessionUpdate: 'tool_call_update',
				toolCallId: edit.toolCallId,
				status,
				content: [{ type: 'diff', path, oldText: before, newText: after }],
			})
			await says('The door ')
			await says('is open.')
			return done
		}
		case 'mode':
			await changeMode(rest, client)
			await says('Changed.')
			return done
		case 'run':
			if (mode !== 'bypass') return asks(callOf(word, rest), client, says, tell)
			await says('It ran, unasked.')
			return done
		case 'fetch':
		case 'patch':
			return asks(callOf(word, rest), client, says, tell)
		case 'wait':
			await tell({
				sessionUpdate: 'tool_call',
				toolCallId: `call-${++calls}`,
				title: 'sleep',
				kind: 'execute',
				status: 'in_progress',
				rawInput: { command: ['bash', '-lc', 'sleep 100'] },
			})
			await cancelled.promise
			return { stopReason: 'cancelled' }
		case 'plan':
			for (const status of ['pending', 'completed'] as const)
				await tell({
					sessionUpdate: 'plan',
					entries: [
						{ content: 'Find the door', priority: 'high', status: 'completed' },
						{ content: 'Open it', priority: 'high', status },
					],
				})
			await tell({
				sessionUpdate: 'usage_update',
				used: 1_200,
				size: 200_000,
				cost: { amount: 0.5, currency: 'USD' },
			})
			await says('Planned.')
			return done
		case 'think':
			for (const said of ['Where is ', 'the door?'])
				await tell({
					sessionUpdate: 'agent_thought_chunk',
					content: { type: 'text', text: said },
				})
			await says('Thought.')
			return done
		case 'crash':
			await says('I go.')
			process.exit(7)
			break
		case 'flood':
			for (let i = 0; i < 5; i++) await says('x'.repeat(1_000_000))
			await tell({
				sessionUpdate: 'tool_call',
				toolCallId: `call-${++calls}`,
				title: 'y'.repeat(1_000_000),
				kind: 'other',
				status: 'completed',
				rawInput: { text: 'z'.repeat(2_000_000) },
			})
			await says('Flooded.')
			return done
		case 'noise':
			process.stdout.write(
				[
					'hello',
					'[]',
					'{"jsonrpc":"2.0","method":"session/update","params":7}',
					`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":{"sessionUpdate":"of tomorrow"}}}`,
					`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":{"sessionUpdate":"tool_call","toolCallId":5,"content":"x"}}}`,
					'{"jsonrpc":"2.0","id":"nobody asked","result":{}}',
					'{"jsonrpc":"2.0","method":"of/tomorrow"}',
					'',
				].join('\n'),
			)
			await says('Noisy.')
			return done
		case 'refuse':
			return { stopReason: 'refusal' }
		case 'spawn': {
			const child = spawn(
				process.execPath,
				['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"],
				// Some agents start each command in its own group, so that they can end all of it.
				{ stdio: 'ignore', detached: true },
			)
			await says(`child ${child.pid}`)
			return done
		}
		case 'session':
			await says(JSON.stringify(session))
			return done
		default:
			await says(`You said: ${text}`)
			return done
	}
}

function callOf(word: string, rest: string): ToolCallUpdate {
	const toolCallId = `call-${++calls}`
	switch (word) {
		case 'run':
			return { toolCallId, title: rest, kind: 'execute', rawInput: { command: rest } }
		case 'fetch':
			return { toolCallId, title: 'Fetch', kind: 'fetch', rawInput: { url: rest } }
		default:
			return {
				toolCallId,
				title: 'Patch',
				kind: 'edit',
				content: [
					{
						type: 'diff',
						path: `${session.cwd}/${rest}`,
						oldText: 'open = false',
						newText: 'open = true',
					},
				],
			}
	}
}

function question(toolCall: ToolCallUpdate): RequestPermissionRequest {
	return {
		sessionId,
		toolCall,
		options: [
			{ optionId: 'always', name: 'Always', kind: 'allow_always' },
			{ optionId: 'once', name: 'Once', kind: 'allow_once' },
			{ optionId: 'no', name: 'No', kind: 'reject_once' },
		],
	}
}

async function asks(
	call: ToolCallUpdate,
	client: AgentContext,
	says: (text: string) => Promise<void>,
	tell: (update: SessionUpdate) => Promise<void>,
): Promise<PromptResponse> {
	const { outcome } = await client.request('session/request_permission', question(call))
	const { toolCallId } = call
	const chosen = outcome.outcome === 'selected' ? outcome.optionId : 'cancelled'
	await tell({
		sessionUpdate: 'tool_call_update',
		toolCallId,
		status: chosen === 'once' ? 'completed' : 'failed',
		rawOutput: { chosen },
	})
	if (chosen === 'cancelled') {
		await cancelled.promise
		return { stopReason: 'cancelled' }
	}
	await says(chosen === 'once' ? 'It ran.' : 'Denied.')
	return { stopReason: 'end_turn' }
}

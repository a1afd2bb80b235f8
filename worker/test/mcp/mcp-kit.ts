/** An MCP client without an SDK, of either revision, for tests against the Worker with a real Conversation. */

import { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import type { Outside } from '@fairlead/protocol/editors/outside'
import type { CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { afterAll, beforeAll, expect } from 'vitest'
import { serve } from '../../../bench/objects/editor.ts'
import type { Readiness } from '../../src/ports/room.ts'
import {
	type Client,
	connectRelay,
	fetchApp,
	KEY_A,
	roomWith,
	seat,
	until,
} from '../double/harness.ts'
import { endClientTurns } from '../double/quiet-time.ts'

export const MODERN = '2026-07-28'
export const LEGACY = '2025-06-18'
/** Changes something, and is not destructive. */
export const CREATE = { name: 'unity_hierarchy', arguments: { action: 'create', name: 'Box' } }
export const LOOK = { name: 'unity_query', arguments: { action: 'hierarchy' } }
export const ALL = ['editor:read', 'editor:call', 'runs:approve'] as const
export const ASKS_FORMS = { elicitation: { form: {} } }

interface Executed {
	readonly callId: string
	readonly method: string
	readonly params?: unknown
}

/** A project with an editor, for the tests of a file. */
interface McpProject {
	readonly owner: Client
	readonly projectId: string
	readonly relayTools: (tools: readonly unknown[]) => void
	readonly relayPhase: (phase: 'compiling' | 'ready') => void
	/** Unity's package is not connected; the relay sees this. */
	readonly relaySees: (outside: Outside) => void
	/** Resolves when calls for the editor would wait. */
	readonly untilWaiting: () => Promise<void>
	/** Until it returns. */
	readonly relayGoes: () => Promise<void>
	readonly relayReturns: () => Promise<void>
	/** No client has the editor's turn any more: another one need not wait for its end. */
	readonly turnsEnd: () => Promise<unknown>
	readonly changed: (scopes: readonly string[]) => void
	/** Whether the relay was told last that somebody watches. */
	readonly watched: () => boolean | undefined
}

export let mcp: McpProject
/** Calls that the editor got, in their order. */
export let executed: () => readonly Executed[]

/** Call it at the top of a test file. */
export function useMcp(): void {
	let stopEditor = (): void => undefined
	beforeAll(async () => {
		const { client, projectId, token, room, relay: first } = await roomWith([seat(KEY_A)])
		let relay = first
		let connSeq = 1
		const untilWaiting = async () => {
			await until(
				async () => ((await room.readiness()) as Readiness).waits ?? undefined,
				'calls to wait',
			)
		}
		executed = () => relay.calls()
		mcp = {
			owner: client,
			projectId,
			relayTools: (customTools) => relay.notify('seat.updated', { ...seat(KEY_A), customTools }),
			relayPhase: (phase) => relay.phase(KEY_A, phase),
			relaySees: (outside) => relay.phase(KEY_A, 'gone', undefined, outside),
			relayGoes: async () => {
				stopEditor()
				relay.close()
				await untilWaiting()
			},
			relayReturns: async () => {
				relay = await connectRelay(projectId, token)
				stopEditor = serve(relay)
				await relay.hello({ connSeq: ++connSeq, editors: [seat(KEY_A)] })
			},
			turnsEnd: () => endClientTurns(room),
			untilWaiting,
			changed: (scopes) => relay.notify('seat.changed', { editorKey: KEY_A, scopes }),
			watched: () =>
				relay.frames.findLast(({ method }) => method === 'watch')?.params?.['watching'] as
					| boolean
					| undefined,
		}
		stopEditor = serve(relay)
	})
	afterAll(() => stopEditor())
}

/** The token of a new client, which need not wait for the end of another one's turn at the editor. */
export async function newToken(
	scopes: readonly string[],
	label = 'mcp',
	expiresInDays = 1,
): Promise<CreatedApiToken> {
	await mcp.turnsEnd()
	const made = await mcp.owner.call('POST', '/api/tokens', { label, scopes, expiresInDays })
	expect(made.status).toBe(201)
	return made.json()
}

export interface Answer {
	readonly result?: Record<string, unknown> & {
		readonly content?: readonly { readonly text: string }[]
		readonly isError?: boolean
	}
	readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** The last message of an answer, which may be a stream; and those before it. */
export async function messagesOf(answer: Response): Promise<readonly Answer[]> {
	const text = await answer.text()
	if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
		return [JSON.parse(text) as Answer]
	}
	return text
		.split('\n')
		.filter((line) => line.startsWith('data: '))
		.map((line) => JSON.parse(line.slice('data: '.length)) as Answer)
}

export function send(
	token: string,
	body: object,
	headers: Record<string, string> = {},
	to = mcp.projectId,
) {
	return fetchApp(`/mcp/${to}`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...headers,
		},
		body: JSON.stringify(body),
	})
}

export function modern(
	token: string,
	method: string,
	params: Record<string, unknown> = {},
	capabilities: object = {},
	to = mcp.projectId,
): Promise<Response> {
	const _meta = {
		'io.modelcontextprotocol/protocolVersion': MODERN,
		'io.modelcontextprotocol/clientInfo': { name: 'Test client', version: '1' },
		'io.modelcontextprotocol/clientCapabilities': capabilities,
		...(params['_meta'] as object | undefined),
	}
	const name = params['name'] ?? params['uri'] ?? params['taskId']
	return send(
		token,
		{ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
		{
			'mcp-protocol-version': MODERN,
			'mcp-method': method,
			...(name === undefined ? {} : { 'mcp-name': String(name) }),
		},
		to,
	)
}
export const modernResult = async (...asked: Parameters<typeof modern>) =>
	(await messagesOf(await modern(...asked))).at(-1)?.result ?? {}

export const legacy = (token: string, method: string, params: object = {}) =>
	send(token, { jsonrpc: '2.0', id: 1, method, params }, { 'mcp-protocol-version': LEGACY })

/** The question that waits for the person, as the page finds it. */
export async function question(
	title: string,
): Promise<{ conversationId: string; approvalId: string }> {
	const { conversationId } = await until(async () => {
		const { conversations } = NeedsYou.parse(
			await (await mcp.owner.call('GET', '/api/needs-you')).json(),
		)
		return conversations.find((one) => one.title.startsWith(title))
	}, 'the call to ask')
	const frames = await mcp.owner.call('GET', `/api/conversations/${conversationId}/stream`)
	const [, approvalId = ''] = /"approvalId":"([^"]+)"/.exec(await frames.text()) ?? []
	return { conversationId, approvalId }
}

/** Calls that desk clients made without asking: recorded in a conversation once, shown, and reverted from there. */
import type { DeskReport } from '@fairlead/protocol/wire/relay-link'
import { afterEach, expect, test } from 'vitest'
import { serve } from '../../../bench/objects/editor.ts'
import {
	type Client,
	connectRelay,
	KEY_A,
	type Relay,
	roomWith,
	seat,
	until,
} from '../../test/double/harness.ts'

const stops: (() => void)[] = []
afterEach(() => {
	for (const stop of stops.splice(0)) stop()
})

let ids = 0
function newReport(more: Partial<DeskReport> = {}): DeskReport {
	const n = ++ids
	return {
		id: `mcp_${String(n).padStart(32, '0')}`,
		editorKey: KEY_A,
		client: 'Coder',
		name: 'write_file',
		params: { path: `Assets/${n}.txt`, content: 'x' },
		callId: `mcp-session.${n}.0`,
		recordId: `mcp-session.${n}`,
		at: Date.now(),
		outcome: { status: 'ok', result: { path: `Assets/${n}.txt`, created: true } },
		...more,
	}
}

const taken = async (relay: Relay, report: object): Promise<unknown> =>
	((await relay.request('desk.report', report)).result as { taken?: boolean } | undefined)?.taken

interface Listed {
	readonly id: string
	readonly title: string
}
async function conversations(client: Client, projectId: string): Promise<Listed[]> {
	const answer = await client.call('GET', `/api/projects/${projectId}/conversations`)
	return ((await answer.json()) as { conversations: Listed[] }).conversations
}

interface Page {
	readonly activeRun: unknown
	readonly messages: {
		readonly id: string
		readonly role: string
		readonly parts: {
			readonly type: string
			readonly toolCallId?: string
			readonly state?: string
		}[]
		readonly metadata?: { readonly by?: { readonly name: string } }
	}[]
}
const pageOf = async (client: Client, { id }: Listed): Promise<Page> =>
	(await (await client.call('GET', `/api/conversations/${id}/messages`)).json()) as Page

const shown = ({ messages }: Page) =>
	messages.flatMap(({ parts }) => parts).filter(({ toolCallId }) => toolCallId !== undefined)

async function recorded(...reports: DeskReport[]) {
	const made = await roomWith([seat(KEY_A)])
	for (const report of reports) expect(await taken(made.relay, report)).toBe(true)
	const [only] = await conversations(made.client, made.projectId)
	if (!only) throw new Error('no conversation')
	return { ...made, only }
}

test('a reported call stands with its author and outcome, and does not run again', async () => {
	const report = newReport()
	const { client, relay, only } = await recorded(report)
	expect(only.title).toMatch(/^Coder \(Game a on desk\) by MCP, [\d-]+$/)
	const page = await pageOf(client, only)
	expect(page.activeRun).toBeNull()
	expect(page.messages[0]?.metadata?.by?.name).toContain('Coder (')
	expect(shown(page)).toMatchObject([
		{ type: 'tool-write_file', toolCallId: report.id, state: 'output-available' },
	])
	expect(relay.calls()).toEqual([])
})

test('the same report twice is one call; several stand in their order', async () => {
	const [one, two] = [newReport(), newReport()]
	const { client, only } = await recorded(one, one, two, one)
	expect(shown(await pageOf(client, only)).map(({ toolCallId }) => toolCallId)).toEqual([
		one.id,
		two.id,
	])
})

test('a call that failed, and one that always asks, stand as they ended', async () => {
	const error = { code: 'not_found', message: 'There is no such file.' } as const
	const { client, relay, only } = await recorded(
		newReport({ outcome: { status: 'error', error } }),
		newReport({ name: 'execute_menu_item', params: { menu_path: 'File/Save' } }),
	)
	expect(shown(await pageOf(client, only))).toMatchObject([
		{ state: 'output-error' },
		{ state: 'output-available' },
	])
	expect(relay.calls()).toEqual([])
})

test('a conversation that is set to Read only still takes what has been done', async () => {
	const { client, relay, only } = await recorded(newReport())
	await client.call('PATCH', `/api/conversations/${only.id}`, { mode: 'read-only' })
	expect(await taken(relay, newReport())).toBe(true)
	const states = shown(await pageOf(client, only)).map(({ state }) => state)
	expect(states).toEqual(['output-available', 'output-available'])
})

test('a report is not taken while a run is active, and the relay may report it again', async () => {
	const { client, projectId, relay } = await roomWith([seat(KEY_A)])
	const asking = { ...newReport(), name: 'execute_menu_item', params: { menu_path: 'File/Save' } }
	const { callId: _, recordId: __, outcome: ___, at: ____, ...call } = asking
	// A call with --page in the same conversation: nobody answers for its editor yet.
	await relay.request('desk.ask', { ...call, allowed: true })
	await until(async () => relay.calls().length > 0 || undefined, 'the call to be sent')
	const report = newReport()
	expect(await taken(relay, report)).toBeUndefined()
	stops.push(serve(relay))
	await until(async () => (await taken(relay, report)) || undefined, 'the report to be taken')
	const [only] = await conversations(client, projectId)
	if (!only) throw new Error('no conversation')
	const last = shown(await pageOf(client, only)).map(({ toolCallId }) => toolCallId)
	expect(last).toEqual([call.id, report.id])
})

test('a revert from the page asks the relay under the ids that it knows', async () => {
	const made = newReport({
		name: 'unity_hierarchy',
		params: { action: 'create', name: 'Box' },
		outcome: { status: 'ok', result: { path: '/Box' } },
	})
	const { client, relay, only } = await recorded(made)
	const messageId = (await pageOf(client, only)).messages.at(-1)?.id
	const begun = await client.call('POST', `/api/conversations/${only.id}/revert`, { messageId })
	expect(begun.status).toBe(202)
	const look = await until(
		async () => relay.calls().find(({ method }) => method === 'unity_history'),
		'the editor to be asked',
	)
	expect(look).toMatchObject({ editorKey: KEY_A, params: { record_ids: [made.recordId] } })
})

test('files of a reported call are reverted by its own id', async () => {
	const report = newReport()
	const { client, relay, only } = await recorded(report)
	const messageId = (await pageOf(client, only)).messages.at(-1)?.id
	await client.call('POST', `/api/conversations/${only.id}/revert`, { messageId })
	const asked = await until(
		async () => relay.calls().find(({ method }) => method === 'file_history'),
		'the relay to be asked',
	)
	expect(asked).toMatchObject({ editorKey: KEY_A, params: { call_ids: [report.callId] } })
})

test("reads, unknown tools, and another relay's editor are never taken", async () => {
	const { client, projectId, relay } = await roomWith([seat(KEY_A)])
	const read = { name: 'unity_query', params: { action: 'hierarchy' } }
	for (const wrong of [read, { name: 'tracker__create_issue' }])
		expect(await taken(relay, newReport(wrong))).toBe(false)
	const { token } = await client.newRelayToken(projectId)
	const other = await connectRelay(projectId, token)
	await other.hello({ relayId: 'relay-2', relaySecret: 'x'.repeat(43) })
	expect(await taken(other, newReport())).toBe(false)
	expect(await conversations(client, projectId)).toEqual([])
})

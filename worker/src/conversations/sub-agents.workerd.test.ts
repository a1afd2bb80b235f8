/** Sub-agents with the real objects and the demo model: end to end, evictions, stops, deletion, rights and reverts. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { ConversationList } from '@fairlead/protocol/conversations/conversation'
import { MessagePage } from '@fairlead/protocol/conversations/messages'
import { SubAgentView } from '@fairlead/protocol/conversations/sub-agents'
import { ConversationUsage } from '@fairlead/protocol/models/usage'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { changesOf, countChanges } from '@fairlead/protocol/view/run-changes'
import type { RoutedCall } from '@fairlead/protocol/wire/relay-link'
import { afterEach, describe, expect, test } from 'vitest'
import { exampleOutcome, JournalingEditor } from '../../test/double/editor.ts'
import { type Client, KEY_A, roomWith, seat, until, watch } from '../../test/double/harness.ts'
import { suspend } from '../../test/people/operator-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { subAgentId } from '../ports/sub-agent-id.ts'
import { storedBytes } from '../usage/store/quota-use.ts'

const LOOK = 'ask a sub-agent to describe the scene'
const WRITE = 'ask a sub-agent to write a script that rotates the cube'

interface Part {
	readonly type: string
	readonly state?: string
	readonly toolCallId?: string
	readonly output?: { readonly result: Record<string, unknown> }
}

interface Started {
	readonly call_id: string
	readonly tool_call_id: string
	readonly run_id: string
	readonly created_at: number
}

interface Question {
	readonly approvalId: string
	readonly name: string
}

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const clean of cleanups.splice(0)) await clean()
})

function outcomeOf(call: RoutedCall) {
	if (call.method === 'unity_history') {
		const ids = call.params['record_ids'] as string[]
		const records = ids.map((id) => ({ id, name: 'Fairlead: create', state: 'done' as const }))
		const scene = { blocking: [], blockingCount: 0, changed: [], openScenes: [], seen: 's' }
		return { status: 'ok', result: { records, ...scene, undone: records } } as const
	}
	if (call.method === 'file_history') {
		const path = 'Assets/Scripts/Rotator.cs'
		const item = { path, kind: 'file', change: 'trash', state: 'ready', seen: 's' } as const
		return { status: 'ok', result: { items: [item], truncated: false, refresh: true } } as const
	}
	return exampleOutcome(call)
}

/** A conversation in a project with an editor that does not begin what `hold` names. */
async function project(hold: (call: RoutedCall) => boolean = () => false) {
	const room = await roomWith([seat(KEY_A)])
	const editor = new JournalingEditor(room.relay, outcomeOf)
	editor.hold = hold
	const serving = editor.serve()
	cleanups.push(async () => {
		editor.stop()
		await serving
	})
	const start = async (client: Client, text: string) => {
		const path = `/api/projects/${room.projectId}/conversations`
		const made = await client.call('POST', path, { mode: 'auto' })
		const { id } = (await made.json()) as { id: string }
		const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
			model: 'demo/planner',
			message: { id: 'm1', role: 'user', parts: [{ type: 'text', text }] },
		})
		// An open stream would keep the object in memory.
		await posted.body?.cancel()
		return conversation(client, id)
	}
	return { ...room, editor, start }
}

function conversation(client: Client, id: string) {
	const path = `/api/conversations/${id}`
	const page = async () =>
		MessagePage.parse(await (await client.call('GET', `${path}/messages`)).json())
	const ended = () =>
		until(async () => {
			const now = await page()
			return now.activeRun === null && now.messages.length === 2 ? now.messages[1] : undefined
		}, 'the end of the run')
	/** The calls that started sub-agents. */
	const started = () =>
		until(async () => {
			const calls = await runInDurableObject(env.CONVERSATION.getByName(id), (_, { storage }) => {
				const rows = storage.sql.exec(
					'SELECT call_id, tool_call_id, run_id, created_at FROM sub_agent',
				)
				return rows.toArray() as unknown as Started[]
			})
			return calls[0]
		}, 'the start of a sub-agent')
	const agent = async () => env.CONVERSATION.getByName(subAgentId(id, (await started()).call_id))
	const view = async (at?: number) => {
		const { tool_call_id, created_at } = await started()
		return client.call('GET', `${path}/agents/${tool_call_id}?at=${at ?? created_at}`)
	}
	return { id, path, page, ended, started, agent, view, object: env.CONVERSATION.getByName(id) }
}

const partOf = (message: { parts: readonly unknown[] } | undefined) =>
	((message?.parts ?? []) as Part[]).find(({ type }) => type === 'tool-delegate')
const isLook = ({ method }: RoutedCall) => method === 'unity_query'
const reaches = (view: () => Promise<Response>, state: string) =>
	until(async () => {
		const now = SubAgentView.parse(await (await view()).json())
		return now.state === state ? now : undefined
	}, `a sub-agent that is ${state}`)

type Asking = ReturnType<typeof conversation>['object']

const questionOf = (object: Asking) =>
	until(async () => {
		const questions = (await object.openQuestions()) as unknown as Question[]
		return questions[0]
	}, 'a question')

async function approve(client: Client, object: Asking, path: string) {
	const { approvalId } = await questionOf(object)
	const answer = { approved: true, scope: 'once' }
	const approved = await client.call('POST', `${path}/approvals/${approvalId}`, answer)
	expect(approved.status).toBe(204)
}

describe('a sub-agent', () => {
	test('answers its run, is in no list, and what it used is its run’s', async () => {
		const { client, projectId, start, editor } = await project()
		const { ended, view, path, page } = await start(client, LOOK)
		const message = await ended()
		const { result } = partOf(message)?.output ?? {}
		expect(result).toMatchObject({ outcome: 'completed', steps: 2 })
		expect(String(result?.['answer'])).not.toBe('')
		// The answer repeats what the sub-agent said.
		expect(JSON.stringify(message)).toContain('The sub-agent says')
		expect([...editor.executed.values()]).toEqual([1])

		const steps = SubAgentView.parse(await (await view()).json())
		expect(steps).toMatchObject({ state: 'completed' })
		expect(steps.steps.map(({ kind }) => kind)).toEqual(['model', 'tools', 'model'])
		expect(steps.steps[1]?.calls).toMatchObject([{ tool: 'unity_query', state: 'done' }])
		expect((await view(1)).status).toBe(404)

		const list = await client.call('GET', `/api/projects/${projectId}/conversations`)
		expect(ConversationList.parse(await list.json()).conversations).toHaveLength(1)
		const found = await client.call('GET', `/api/projects/${projectId}/search?q=sub-agent%3A`)
		expect(await found.text()).not.toContain('/agents/')
		const { messages } = await page()
		const { runId } = (messages[1]?.metadata ?? {}) as { runId?: string }
		const usage = await until(async () => {
			const answer = await client.call('GET', `${path}/usage?run=${runId}`)
			return ConversationUsage.parse(await answer.json()).runs[0]?.calls ?? undefined
		}, 'its usage')
		expect(usage.filter(({ purpose }) => purpose === 'sub_agent')).toHaveLength(2)
	})

	test('an eviction of both in between loses and doubles nothing', async () => {
		const { client, start, editor } = await project(isLook)
		const { ended, agent, object, id } = await start(client, LOOK)
		await until(() => editor.relay.calls().find(isLook), 'the call of the sub-agent')
		await evictDurableObject(await agent())
		await evictDurableObject(object)
		// The sub-agent ends while its starter is not in memory.
		editor.hold = () => false
		await until(() => (editor.executed.size === 1 ? true : undefined), 'its call to run')
		const message = await ended()
		expect(partOf(message)?.output?.result).toMatchObject({ outcome: 'completed' })
		expect([...editor.executed.values()]).toEqual([1])
		const started = await runInDurableObject(env.CONVERSATION.getByName(id), (_, { storage }) =>
			storage.sql.exec('SELECT call_id FROM sub_agent').toArray(),
		)
		expect(started).toHaveLength(1)
	})

	test('is stopped with its run; its call is cancelled in the room', async () => {
		const { client, start, editor } = await project(isLook)
		const { path, view, ended } = await start(client, LOOK)
		await until(() => editor.relay.calls().find(isLook), 'the call of the sub-agent')
		expect((await client.call('POST', `${path}/stop`, {})).status).toBe(200)
		await ended()
		await reaches(view, 'cancelled')
		await until(
			() => editor.relay.frames.find(({ method }) => method === 'call.cancel'),
			'the call to be cancelled',
		)
		expect(editor.executed.size).toBe(0)
	})

	test('a start that arrives after its stop begins nothing', async () => {
		const id = subAgentId('cnv_00000000000000000000late', 'run_1.2.0')
		const agent = env.CONVERSATION.getByName(id)
		expect(await agent.stopAgent()).toBe(true)
		const author = { kind: 'system', id: 'x', userId: null, name: 'X' } as const
		const limits = { mode: 'read-only', budget: {}, editorKey: null, decisions: {} } as const
		const identity = { conversationId: id, projectId: 'prj_0000000001' }
		const task = { callId: 'run_1.2.0', briefing: '[x]', task: 'describe the scene' }
		await agent.startAgent(
			identity,
			{
				...task,
				...limits,
				author,
				activated: [],
				model: 'demo/planner',
				settings: {},
			},
			false,
		)
		expect(await agent.agentView()).toBeNull()
	})

	test('whose object has lost its storage is told as lost, and does not do its task again', async () => {
		const { client, start, editor } = await project(isLook)
		const { agent, object, ended } = await start(client, LOOK)
		const call = await until(() => editor.relay.calls().find(isLook), 'the call of the sub-agent')
		await runInDurableObject(await agent(), (_, { storage }) => storage.deleteAll())
		await evictDurableObject(await agent())
		editor.hold = ({ callId }) => callId === call.callId
		await evictDurableObject(object)
		expect(JSON.stringify(partOf(await ended()))).toContain('was lost')
		expect(editor.relay.calls().filter(isLook)).toHaveLength(1)
		expect(await (await agent()).agentView()).toBeNull()
	})

	test('whose starter has lost its storage stops, and deletes itself', async () => {
		const { client, start, editor } = await project(isLook)
		const { agent, object } = await start(client, LOOK)
		await until(() => editor.relay.calls().find(isLook), 'the call of the sub-agent')
		const left = await agent()
		await runInDurableObject(object, (_, { storage }) => storage.deleteAll())
		await evictDurableObject(object)
		editor.hold = () => false
		await until(async () => ((await left.agentView()) === null ? true : undefined), 'its deletion')
		const rows = await runInDurableObject(left, (_, { storage }) =>
			storage.sql.exec('SELECT * FROM message').toArray(),
		)
		expect(rows).toEqual([])
	})

	test('is over after a stop only when the run that started it knows what it changed', async () => {
		const { client, start } = await project()
		const { agent, ended, object } = await start(client, LOOK)
		await ended()
		const stub = await agent()
		// An outbox as if its report had not arrived yet.
		await runInDurableObject(stub, (_, { storage }) => {
			storage.sql.exec(
				"INSERT INTO outbox (payload, attempts, next_at) SELECT json_object('topic', 'late-calls', 'runId', 'x', 'calls', json('[]')), 0, ?",
				Date.now() + 3_600_000,
			)
		})
		expect(await stub.stopAgent()).toBe(false)
		await runInDurableObject(stub, (_, { storage }) => {
			storage.sql.exec('UPDATE outbox SET next_at = 0')
		})
		expect(await stub.stopAgent()).toBe(true)
		expect(await object.agentWaiting('run_x.1.0', null)).toBe(false)
	})

	test('is stopped when the person whose run it is gets suspended', async () => {
		const { projectId, start, editor } = await project(isLook)
		const mate = await newMember(projectId, 'editor')
		const { agent } = await start(mate.client, LOOK)
		await until(() => editor.relay.calls().find(isLook), 'the call of the sub-agent')
		await suspend(`/people/${mate.userId}`)
		await until(async () => {
			const view = await (await agent()).agentView()
			return view?.state === 'cancelled' ? true : undefined
		}, 'the sub-agent to be stopped')
	})

	test('is deleted with the conversation', async () => {
		const { client, start, editor, projectId } = await project(isLook)
		const { path, agent } = await start(client, LOOK)
		await until(() => editor.relay.calls().find(isLook), 'the call of the sub-agent')
		const stub = await agent()
		expect((await client.call('DELETE', path)).status).toBe(204)
		expect(await stub.agentView()).toBeNull()
		expect(await storedBytes(database(env.DB), projectId)).toBe(0)
		const left = await runInDurableObject(stub, (_, { storage }) =>
			storage.sql.exec('SELECT * FROM message').toArray(),
		)
		expect(left).toEqual([])
	})

	/** D1 counts at least as much as both objects had then, so more than either. */
	async function countsBoth(projectId: string, objects: readonly Asking[]): Promise<void> {
		const sizes = await Promise.all(
			objects.map((one) => runInDurableObject(one, (_, { storage }) => storage.sql.databaseSize)),
		)
		await until(async () => {
			const bytes = await storedBytes(database(env.DB), projectId)
			return bytes > Math.max(...sizes) * 1.5 ? true : undefined
		}, 'the size of both')
	}

	test('has storage that counts in the project, with its conversation', async () => {
		const { client, start, projectId } = await project()
		const { agent, object, ended } = await start(client, LOOK)
		await ended()
		await countsBoth(projectId, [object, await agent()])
	})

	test('has storage that counts also when it was stopped, and tells its end after its run', async () => {
		const { client, start, editor, projectId } = await project(isLook)
		const { agent, object, ended, path, view } = await start(client, LOOK)
		await until(() => editor.relay.calls().find(isLook), 'the call of the sub-agent')
		await client.call('POST', `${path}/stop`, {})
		await ended()
		await reaches(view, 'cancelled')
		await countsBoth(projectId, [object, await agent()])
	})

	test('has steps for those who may read the conversation', async () => {
		const { client, start } = await project()
		const { ended, path, started } = await start(client, LOOK)
		await ended()
		const { tool_call_id, created_at } = await started()
		const other = await roomWith([])
		const stranger = await newMember(other.projectId, 'editor')
		const answer = await stranger.client.call(
			'GET',
			`${path}/agents/${tool_call_id}?at=${created_at}`,
		)
		expect(answer.status).toBe(404)
	})

	test('that may write asks once, and its changes are reverted with its run', async () => {
		const { client, start, editor } = await project()
		const { ended, object, path, started } = await start(client, WRITE)
		const asked = await questionOf(object)
		expect(asked).toMatchObject({ name: 'delegate', params: { may_write: true } })
		expect(editor.executed.size).toBe(0)
		await approve(client, object, path)
		const message = await ended()
		expect(partOf(message)?.output?.result).toMatchObject({
			outcome: 'completed',
			changed: expect.arrayContaining([expect.stringContaining('Rotator')]),
		})
		const { run_id } = await started()
		const written = editor.relay.calls().find(({ method }) => method === 'write_file')
		expect(written?.callId.startsWith(run_id)).toBe(false)

		const messageId = message?.id ?? ''
		const preview = await client.call('POST', `${path}/revert`, { messageId, preview: true })
		expect(preview.status).toBe(200)
		const files = editor.relay.calls().find(({ method }) => method === 'file_history')
		expect(JSON.stringify(files?.params)).toContain(written?.callId)
		const scene = editor.relay.calls().find(({ method }) => method === 'unity_history')
		expect(scene?.params['record_ids']).not.toEqual([])
	})

	/** Stops the run when its sub-agent has written its file: the call after it stays in the editor. */
	async function stoppedHalfway() {
		const begun = await project(({ method }) => method === 'unity_refresh')
		const { client, start, editor } = begun
		const { object, path, ended } = await start(client, WRITE)
		await approve(client, object, path)
		await until(
			() => editor.relay.calls().find(({ method }) => method === 'unity_refresh'),
			'the call after the file',
		)
		const written = editor.relay.calls().find(({ method }) => method === 'write_file')
		expect(editor.executed.get(written?.callId ?? '')).toBe(1)
		return { ...begun, path, ended, written }
	}

	const changedIn = (message: { parts: readonly unknown[] } | undefined) =>
		countChanges(changesOf(callsOf({ id: '', parts: (message?.parts ?? []) as object[] })))

	test('a change that one made before its run was stopped counts as the run’s, and is reverted with it', async () => {
		const { client, path, ended, editor, written, projectId } = await stoppedHalfway()
		const { viewer } = await watch(client, projectId)
		expect((await client.call('POST', `${path}/stop`, {})).status).toBe(200)
		await ended()
		await viewer.wait(
			({ method, params }) => method === 'run.changed' && params?.['answerChanged'] === true,
			'the news of what was changed',
		)
		// The stored message, as read after a reload.
		const message = await ended()
		expect(JSON.stringify(partOf(message))).toContain('Stopped by the user')
		expect(changedIn(message)).toBeGreaterThan(0)
		expect(JSON.stringify(message)).toContain('Rotator')
		editor.hold = () => false
		const messageId = message?.id ?? ''
		const preview = await client.call('POST', `${path}/revert`, { messageId, preview: true })
		expect(preview.status).toBe(200)
		const files = editor.relay.calls().find(({ method }) => method === 'file_history')
		expect(JSON.stringify(files?.params)).toContain(written?.callId)
	})
})

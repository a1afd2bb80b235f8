/** Runs that MCP clients start: as tasks, and with the tools. */
import { describe, expect, test } from 'vitest'
import { until } from '../../../test/double/harness.ts'
import {
	ASKS_FORMS,
	executed,
	legacy,
	mcp,
	messagesOf,
	modern,
	modernResult,
	newToken,
	useMcp,
} from '../../../test/mcp/mcp-kit.ts'

useMcp()

describe('runs as tasks', () => {
	const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} }, ...ASKS_FORMS }
	const started = { name: 'start_run', arguments: { task: 'create a cube named Task' } }

	test('a run is started, asks, is answered through the task, and collected', async () => {
		const { token } = await newToken(['editor:read', 'runs:start', 'runs:approve'])
		const made = await modernResult(token, 'tools/call', started, TASKS)
		expect(made).toMatchObject({ resultType: 'task', status: 'working' })
		const taskId = made['taskId']
		const task = () => modernResult(token, 'tasks/get', { taskId }, TASKS)
		const asks = await until(async () => {
			const now = await task()
			return now['status'] === 'input_required' ? now : undefined
		}, 'the task to ask')
		const [approvalId = ''] = Object.keys(asks['inputRequests'] as object)
		const inputResponses = {
			[approvalId]: { action: 'accept', content: { decision: 'once' } },
		}
		await modernResult(token, 'tasks/update', { taskId, inputResponses }, TASKS)
		const done = await until(async () => {
			const now = await task()
			return now['status'] === 'completed' ? now : undefined
		}, 'the task to complete')
		expect(JSON.stringify(done['result'])).toContain('Task')
		// Another client knows nothing of it.
		const other = await newToken(['editor:read', 'runs:start'])
		const [foreign] = await messagesOf(await modern(other.token, 'tasks/get', { taskId }, TASKS))
		expect(foreign?.error?.message).toContain('no such task')
		// Without the extension, a client is told that it has to declare it.
		for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
			const [undeclared] = await messagesOf(await modern(token, method, { taskId }))
			expect(undeclared?.error).toMatchObject({ code: -32021 })
		}
	})

	test('a cancelled task stops its run, and what it asked for never runs', async () => {
		const { token } = await newToken(['editor:read', 'runs:start', 'runs:approve'])
		const { taskId } = await modernResult(token, 'tools/call', started, TASKS)
		const inState = (wanted: string) =>
			until(async () => {
				const now = await modernResult(token, 'tasks/get', { taskId }, TASKS)
				return now['status'] === wanted ? now : undefined
			}, `the task to be ${wanted}`)
		await inState('input_required')
		const before = executed().length
		// Not by another client.
		const other = await newToken(['editor:read', 'runs:start'])
		const [foreign] = await messagesOf(await modern(other.token, 'tasks/cancel', { taskId }, TASKS))
		expect(foreign?.error?.message).toContain('no such task')
		await inState('input_required')
		await modernResult(token, 'tasks/cancel', { taskId }, TASKS)
		await inState('cancelled')
		expect(executed().length).toBe(before)
	})

	test('a task that is over stays over, and stops nothing, when a person goes on in its conversation', async () => {
		const { token } = await newToken(['editor:read', 'runs:start', 'runs:approve'])
		const { taskId } = await modernResult(token, 'tools/call', started, TASKS)
		const task = () => modernResult(token, 'tasks/get', { taskId }, TASKS)
		await modernResult(token, 'tasks/cancel', { taskId }, TASKS)
		expect(await task()).toMatchObject({ status: 'cancelled' })
		const collect = { name: 'collect', arguments: { id: taskId, stop: true } }
		const { structuredContent } = await modernResult(token, 'tools/call', collect)
		const { page } = structuredContent as { page: string }
		const conversation = `/api/conversations/${page.split('/').at(-1)}`
		const text = 'create a cube named Person'
		const message = { id: 'message-of-a-person', role: 'user', parts: [{ type: 'text', text }] }
		const posted = await mcp.owner.call('POST', `${conversation}/messages`, {
			message,
			mode: 'ask',
		})
		expect(posted.ok).toBe(true)
		const active = async () => {
			const read = await mcp.owner.call('GET', `${conversation}/messages`)
			return ((await read.json()) as { activeRun: { state: string } | null }).activeRun
		}
		const asks = async () => (await active())?.state === 'waiting_approval' || undefined
		await until(asks, 'the run of the person to ask')
		expect(await task()).toMatchObject({ status: 'cancelled' })
		await modernResult(token, 'tools/call', collect)
		await modernResult(token, 'tasks/cancel', { taskId }, TASKS)
		expect((await active())?.state).toBe('waiting_approval')
		await mcp.owner.call('POST', `${conversation}/stop`)
		await posted.body?.cancel()
	})

	test('an older client starts one, and stops it; without the scope it is told', async () => {
		const { token } = await newToken(['editor:read', 'runs:start'])
		const answer = (await messagesOf(await legacy(token, 'tools/call', started))).at(-1)
		const { id } = JSON.parse(answer?.result?.content?.[0]?.text ?? '{}') as { id: string }
		const stopping = { name: 'collect', arguments: { id, stop: true } }
		const stopped = (await messagesOf(await legacy(token, 'tools/call', stopping))).at(-1)
		expect(stopped?.result?.isError).toBeUndefined()
		expect(stopped?.result?.content?.[0]?.text).toContain('"cancelled"')
		const weak = await newToken(['editor:read'])
		const refused = await modernResult(weak.token, 'tools/call', started)
		expect(refused.isError).toBe(true)
		expect(refused.content?.[0]?.text).toContain('runs:start')
	})
})

/** Runs that MCP clients start: as tasks, and with the tools. */
import { describe, expect, test } from 'vitest'
import { until } from '../../test/double/harness.ts'
import {
	ASKS_FORMS,
	executed,
	legacy,
	messagesOf,
	modern,
	modernResult,
	newToken,
	useMcp,
} from '../../test/mcp-kit.ts'

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

	test('an older client starts one, and stops it; without the scope it is told', async () => {
		const { token } = await newToken(['editor:read', 'runs:start'])
		const answer = (await messagesOf(await legacy(token, 'tools/call', started))).at(-1)
		const { id } = JSON.parse(answer?.result?.content?.[0]?.text ?? '{}') as { id: string }
		const stopping = { name: 'collect', arguments: { id, stop: true } }
		const stopped = (await messagesOf(await legacy(token, 'tools/call', stopping))).at(-1)
		expect(stopped?.result?.isError).toBeUndefined()
		const asked = { name: 'collect', arguments: { id } }
		const ended = (await messagesOf(await legacy(token, 'tools/call', asked))).at(-1)
		expect(ended?.result?.content?.[0]?.text).toContain('"cancelled"')
		const weak = await newToken(['editor:read'])
		const refused = await modernResult(weak.token, 'tools/call', started)
		expect(refused.isError).toBe(true)
		expect(refused.content?.[0]?.text).toContain('runs:start')
	})
})

/** An MCP client drives an editor that only Unity's own bridge reaches, in a project that is not linked. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasEnded } from './fake-unity.ts'
import { startMcp } from './mcp-kit.ts'
import { PipelineDesk } from './pipeline-desk.ts'
import { TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let desk: PipelineDesk
beforeEach(async () => {
	desk = await PipelineDesk.open({ linked: false })
})
afterEach(() => desk.bench.end())

test('the bridge is found for its project, and left when the client has gone', async () => {
	desk.unity.running({ project: desk.path })
	await desk.startRelay()
	const { client } = await startMcp(desk.bench.cleanups, { home: desk.bench.home, cwd: desk.path })
	await until('the seat', () => desk.seat()?.phase === 'ready')
	const create = { action: 'create', name: 'Cube', primitive_type: 'Cube' }
	const made = await client.callTool({ name: 'unity_hierarchy', arguments: create })
	expect(made.structuredContent).toMatchObject({ name: 'Cube', path: '/Cube' })
	expect(desk.seat()?.process?.kind).toBe('pipeline')
	await client.close()
	await until('the end of the seat', () => desk.seat() === undefined)
	for (const { pid } of desk.unity.starts())
		await until('the end of its shells', () => hasEnded(pid))
})

/** A call that Unity would refuse is refused with its reason, and no person is asked about it. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMcp } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const MENU = { name: 'execute_menu_item', arguments: { menu_path: 'File/Nothing' } }

let bench: RelayBench
beforeEach(async () => {
	bench = new RelayBench()
	await bench.start()
})
afterEach(() => bench.end())

test.each([
	['../w.txt', 'outside_project'],
	['Library/x.dll', 'denied'],
	['.git/hooks/pre-commit', 'denied'],
	['linked/x.dll', 'outside_project'],
])('write_file %s: asks nobody, because the jail refuses it', async (written, code) => {
	const path = await bench.project('Game')
	symlinkSync(bench.folder, join(path, 'linked'), 'junction')
	let asked = 0
	const { client } = await startMcp(bench.cleanups, {
		home: bench.home,
		cwd: path,
		client: { capabilities: { elicitation: { form: {} } } },
		prepare: (made) =>
			made.setRequestHandler('elicitation/create', () => {
				asked++
				return { action: 'accept' as const, content: { decision: 'once' } }
			}),
	})
	const params = { name: 'write_file', arguments: { path: written, content: 'x' } }
	const answer = await client.callTool(params)
	expect([answer.isError, asked]).toEqual([true, 0])
	expect(JSON.stringify(answer)).toContain(code)
})

test.each([
	['read_file', { path: '.env' }, 'does not exist'],
	['copy_file', { from: 'Assets/S/credentials.json', to: 'Assets/a.json' }, 'does not exist'],
	['delete_file', { path: 'Assets/Old.cs' }, 'does not exist'],
	['move_file', { from: 'Packages', to: 'Packages/inner' }, 'is inside Packages'],
	['read_file', { path: 'linked/.env' }, 'leads out of the project'],
])('%s %j: asks nobody, because it %s', async (name, args, why) => {
	const path = await bench.project('Game')
	symlinkSync(bench.folder, join(path, 'linked'), 'junction')
	let asked = 0
	const { client } = await startMcp(bench.cleanups, {
		home: bench.home,
		cwd: path,
		client: { capabilities: { elicitation: { form: {} } } },
		prepare: (made) =>
			made.setRequestHandler('elicitation/create', () => {
				asked++
				return { action: 'accept' as const, content: { decision: 'once' } }
			}),
	})
	const answer = await client.callTool({ name: 'call_tool', arguments: { name, arguments: args } })
	expect([answer.isError, asked]).toEqual([true, 0])
	expect(JSON.stringify(answer)).toContain(why)
})

test.each([
	[failed('not_found', 'There is no menu item "File/Nothing".'), 0],
	[failed('internal', 'The check failed.'), 1],
	[{ status: 'ok', result: {} } satisfies CallOutcome, 1],
])('%o: asks a person %i times', async (verdict, asks) => {
	const path = await bench.project('Game')
	const methods: string[] = []
	await bench.connectedEditor(path, {
		execute: ({ method }) => {
			methods.push(method)
			return method === 'unity_check' ? verdict : { status: 'ok', result: {} }
		},
	})
	let asked = 0
	const { client } = await startMcp(bench.cleanups, {
		home: bench.home,
		cwd: join(path, 'Assets'),
		client: { capabilities: { elicitation: { form: {} } } },
		prepare: (made) =>
			made.setRequestHandler('elicitation/create', () => {
				asked++
				return { action: 'accept' as const, content: { decision: 'deny' } }
			}),
	})
	const answer = await client.callTool(MENU)
	expect(answer.isError).toBe(true)
	expect(asked).toBe(asks)
	expect(methods).toEqual(['unity_check'])
	if (asks === 0) expect(JSON.stringify(answer)).toContain('There is no menu item')
})

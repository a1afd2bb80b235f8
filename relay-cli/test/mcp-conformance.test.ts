/** The official conformance suite at `fairlead mcp`, through an HTTP endpoint in front of the process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { MCP_ENTRY } from './mcp-kit.ts'
import { RelayBench } from './relay-bench.ts'
import { serveOverHttp } from './stdio-over-http.ts'

/** Thirty scenarios, each with a process of its own. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const EXPECTED = fileURLToPath(new URL('mcp-conformance.yml', import.meta.url))

const bench = new RelayBench()
afterEach(() => bench.end())

test('passes what is not about tools of its own, and fails exactly what the list says', async () => {
	const path = await bench.project('Game')
	await bench.start()
	await bench.connectedEditor(path)
	const env = { ...process.env, FAIRLEAD_HOME: bench.home }
	const http = bench.cleanups.add(
		await serveOverHttp([MCP_ENTRY, 'mcp'], { cwd: path, env }),
		(made) => made.close(),
	)
	const suite = spawn(
		process.execPath,
		[SUITE, 'server', '--url', http.url, '--expected-failures', EXPECTED],
		// It writes its results where it is started.
		{ cwd: bench.folder, env },
	)
	let output = ''
	for (const stream of [suite.stdout, suite.stderr])
		stream.on('data', (chunk) => {
			output += chunk
		})
	const [code] = await once(suite, 'close')
	expect(code, output.slice(-3_000)).toBe(0)
	expect(output).toContain('✓ server-initialize')
	expect(output).toContain('✓ tools-list')
})

/** The official conformance suite at `fairlead mcp`, through an HTTP endpoint in front of the process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { MCP_ENTRY } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { serveOverHttp } from './kit/stdio-over-http.ts'

/** Up to fifty scenarios, each with a process of its own, or several. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const LISTED = [
	[
		'2024-11-05 to 2025-11-25',
		[],
		'mcp-conformance.yml',
		[
			'server-initialize',
			'ping',
			'prompts-list',
			'resources-list',
			'tools-call-error',
			'tools-list',
		],
	],
	[
		'2026-07-28',
		['--requirements', '2026-07-28'],
		'mcp-conformance-2026.yml',
		[
			'caching',
			'completion-complete',
			'input-required-result-ignore-extra-params',
			'prompts-list',
			'resources-list',
			'sep-2164-resource-not-found',
			'tools-call-error',
			'tools-call-simple-text',
			'tools-list',
		],
	],
] as const

const bench = new RelayBench()
afterEach(() => bench.end())

test.each(LISTED)(
	'%s: passes, and fails exactly what the list says',
	async (_revision, options, list, passed) => {
		const path = await bench.project('Game')
		await bench.start()
		await bench.connectedEditor(path)
		const env = { ...process.env, FAIRLEAD_HOME: bench.home }
		const http = bench.cleanups.add(
			await serveOverHttp([MCP_ENTRY, 'mcp'], { cwd: path, env }),
			(made) => made.close(),
		)
		const expected = fileURLToPath(new URL(list, import.meta.url))
		const suite = spawn(
			process.execPath,
			[SUITE, 'server', '--url', http.url, '--expected-failures', expected, ...options],
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
		for (const scenario of passed) expect(output).toContain(`✓ ${scenario}`)
	},
)

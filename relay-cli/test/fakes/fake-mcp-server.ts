/**
 * An MCP server over stdio, as a person would add one, that misbehaves when told to. Run by tests, never imported.
 * FOLDER holds `how.json` (what it does) and gets `log.ndjson` (what happened to it).
 */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface How {
	/** Its tools; default: `say`, `list`. */
	readonly tools?: readonly unknown[]
	/** Its behaviour before it answers anything. */
	readonly start?: 'die' | 'silent' | 'noise'
	/** Its behaviour at a call. */
	readonly call?: 'never' | 'die' | 'flood' | 'garbage' | 'refuse'
	/** It starts a process that ignores the end of its input. */
	readonly grandchild?: boolean
}

interface Message {
	readonly id?: number | string
	readonly method?: string
	readonly params?: { readonly name?: string; readonly arguments?: Record<string, unknown> }
}

const [folder = ''] = process.argv.slice(2)
const how = (): How =>
	existsSync(join(folder, 'how.json'))
		? JSON.parse(readFileSync(join(folder, 'how.json'), 'utf8'))
		: {}
const note = (what: object): void =>
	appendFileSync(join(folder, 'log.ndjson'), `${JSON.stringify(what)}\n`)
const say = (message: object): void =>
	void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const tool = (name: string, description: string) => ({
	name,
	description,
	inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
})
const TOOLS = [
	{ ...tool('say', 'Says a text.'), annotations: { readOnlyHint: true } },
	tool('List All', 'Lists what was said.'),
]

function answer({ id, method, params }: Message): void {
	switch (method) {
		case 'initialize':
			say({
				id,
				result: {
					protocolVersion: '2025-06-18',
					capabilities: { tools: { listChanged: true } },
					serverInfo: { name: 'fake', version: '1' },
				},
			})
			return
		case 'tools/list':
			say({ id, result: { tools: how().tools ?? TOOLS } })
			return
		case 'tools/call':
			called(id, params)
			return
		default:
			if (id !== undefined) say({ id, error: { code: -32_601, message: 'Method not found' } })
	}
}

function called(id: Message['id'], params: Message['params']): void {
	note({ called: params?.name, with: params?.arguments, cwd: process.cwd() })
	switch (how().call) {
		case 'never':
			return
		case 'die':
			process.exit(3)
			break
		case 'flood':
			for (let i = 0; i < 10; i++) process.stdout.write('x'.repeat(1024 * 1024))
			return
		case 'garbage':
			process.stdout.write('not json\n'.repeat(200))
			return
		case 'refuse':
			say({ id, error: { code: -32_602, message: 'No such\u202e argument' } })
			return
		default:
			say({
				id,
				result: { content: [{ type: 'text', text: `Said ${params?.arguments?.['text']}.` }] },
			})
	}
}

note({ pid: process.pid, env: process.env })
if (how().grandchild) {
	const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
		stdio: 'ignore',
	})
	note({ grandchild: child.pid })
}
switch (how().start) {
	case 'die':
		process.stderr.write('no licence: key-123\n')
		process.exit(1)
		break
	case 'silent':
		setInterval(() => undefined, 1_000)
		break
	case 'noise':
		setInterval(() => process.stdout.write('hello\n'.repeat(1_000)), 1)
		break
	default: {
		// Some servers greet on the wrong stream.
		process.stdout.write('fake server 1.0\n')
		const lines = createInterface({ input: process.stdin })
		lines.on('line', (line) => answer(JSON.parse(line) as Message))
		lines.on('close', () => process.exit(0))
	}
}

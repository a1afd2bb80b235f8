/**
 * A mock `claude` in a terminal: it reads keys and marked pastes as the real one does, and does what it is asked.
 *
 * `run <command>` asks for a permission first, which `1` gives and `2` denies; `mcp <tool> <JSON>` calls a tool of the server
 * in its `--mcp-config`; `wait` works until Escape; everything else is answered. `/exit` ends it. When its size changes, it
 * prints the new one. In a folder that is not trusted yet it asks first, as long as Claude Code's folder has a
 * `.claude.json`, and writes nothing before the answer.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool } from './configured-server.ts'
import { begin, step } from './mock-session.ts'

const PASTE = { begin: '\x1b[200~', end: '\x1b[201~' } as const

let typed = ''
let asks: string | null = null
let calls = 0

const print = (text: string): void => {
	process.stdout.write(text.replaceAll('\n', '\r\n'))
}
const ready = (): void => print('\n> ')

async function submit(text: string): Promise<void> {
	if (text === '') return
	if (text === '/exit') await step({ do: 'exit' })
	await step({ do: 'prompt', text })
	const command = /^run (.*)/s.exec(text)?.[1]
	if (command !== undefined) {
		asks = `call-${++calls}`
		await step({ do: 'permission', id: asks, name: 'Bash', input: { command } })
		print(`\nAllow ${command}?\n1. Yes\n2. No\n`)
		return
	}
	const [, tool, args = '{}'] = /^mcp (\S+) ?(.*)/s.exec(text) ?? []
	if (tool !== undefined) {
		void use(tool, JSON.parse(args))
		return
	}
	if (text === 'wait') {
		print('\nWorking (Esc to interrupt)\n')
		return
	}
	await step({ do: 'text', text: `You said: ${text}` })
	await step({ do: 'turn-end' })
	print(`\nYou said: ${text}\n`)
	ready()
}

/** Calls a tool of Fairlead's MCP server. Keys are still taken while the call runs. */
async function use(tool: string, input: Record<string, unknown>): Promise<void> {
	const id = `call-${++calls}`
	await step({ do: 'tool', id, name: `mcp__fairlead__${tool}`, input })
	const { failed, text } = await callTool(tool, input)
	await step({ do: 'result', id, text, failed })
	await step({ do: 'turn-end' })
	print(`\n${failed ? 'Failed' : 'Answered'}: ${text}\n`)
	ready()
}

async function key(data: string): Promise<void> {
	if (asks !== null) {
		if (data !== '1' && data !== '2') return
		const id = asks
		asks = null
		await step({ do: 'result', id, text: data === '1' ? 'ran' : 'denied', failed: data === '2' })
		await step({ do: 'turn-end' })
		print(data === '1' ? 'It ran.\n' : 'Denied.\n')
		ready()
		return
	}
	switch (data) {
		case '\r': {
			const text = typed
			typed = ''
			await submit(text)
			return
		}
		case '\x03':
			await step({ do: 'exit' })
			return
		case '\x1b':
			await step({ do: 'interrupt' })
			print('\nInterrupted\n')
			ready()
			return
		case '\x7f':
			typed = typed.slice(0, -1)
			print('\b \b')
			return
		default:
			typed += data
			print(data)
	}
}

/** A paste, or one key. As the real one, it takes the keys that come with a paste for a part of it. */
function* parts(data: string): Generator<{ text: string; isPaste: boolean }> {
	const from = data.indexOf(PASTE.begin)
	if (from !== -1) {
		const to = data.indexOf(PASTE.end, from)
		const pasted = data.slice(from + PASTE.begin.length, to)
		yield { text: pasted + data.slice(to + PASTE.end.length), isPaste: true }
		return
	}
	if (data.startsWith('\x1b')) yield { text: data, isPaste: false }
	else for (const char of data) yield { text: char, isPaste: false }
}

interface ClaudeConfig {
	projects?: Record<string, { hasTrustDialogAccepted?: boolean }>
}

/** Returns null if nobody is asked. */
function claudeConfig(file: string): ClaudeConfig | null {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as ClaudeConfig
	} catch {
		return null
	}
}

async function askForTrust(): Promise<void> {
	const file = join(process.env['CLAUDE_CONFIG_DIR'] ?? '', '.claude.json')
	const cwd = process.cwd()
	const config = claudeConfig(file)
	const trusted = Object.entries(config?.projects ?? {}).some(
		([path, { hasTrustDialogAccepted }]) =>
			hasTrustDialogAccepted && `${cwd}/`.startsWith(`${path}/`),
	)
	if (!config || trusted) return
	print(`Do you trust the files in this folder?\n${cwd}\n1. Yes, proceed\n2. No, exit\n`)
	for (;;) {
		const { value } = await chunks.next()
		if (value === '2' || value === '\x1b') process.exit(1)
		if (value === '1' || value === '\r') break
	}
	const projects = { ...config.projects, [cwd]: { hasTrustDialogAccepted: true } }
	writeFileSync(file, JSON.stringify({ ...config, projects }))
}

process.stdin.setRawMode(true)
process.stdin.setEncoding('utf8')
process.stdout.on('resize', () => {
	print(`Size: ${process.stdout.columns}x${process.stdout.rows}\n`)
})
const chunks: AsyncIterator<string> = process.stdin[Symbol.asyncIterator]()
await askForTrust()
await begin()
const at = process.argv.indexOf('--')
print('Claude Code (mock)\n\x1b[?2004h')
ready()
if (at !== -1) await submit(process.argv[at + 1] ?? '')
for (;;) {
	const { value, done } = await chunks.next()
	if (done) break
	for (const { text, isPaste } of parts(value)) {
		if (!isPaste) await key(text)
		else {
			// Terminals paste the ends of lines as the key Enter.
			const lines = text.replaceAll('\r', '\n')
			typed += lines
			print(lines)
		}
	}
}

/** MCP over stdio: a cheap call, the start, and memory; beside a plain relay of mcp-unity's design. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { FakeEditor } from '../../relay-cli/test/fake-editor.ts'
import { RelayProcess } from '../../relay-cli/test/relay-process.ts'
import { makeUnityProject } from '../../relay-cli/test/support.ts'
import { ROOT } from '../../scripts/paths.ts'
import type { Row, Section } from '../report.ts'
import { median, spread } from '../stats.ts'

const AIM_START_MS = 150
const AIM_MEMORY_MB = 60
const STATE = { phase: 'ready', unityVersion: '6000.3.0f1', projectName: 'Game', isPlaying: false }
const LOOK = { name: 'unity_query', arguments: { action: 'editor_state' } }

interface Command {
	readonly args: readonly string[]
	readonly cwd: string
	readonly env: NodeJS.ProcessEnv
}

/** A client that sends lines and waits for the answer of each. */
class RawClient {
	readonly child: ChildProcessWithoutNullStreams
	#buffer = ''
	#next = 0
	readonly #waiting = new Map<number, () => void>()

	constructor({ args, cwd, env }: Command) {
		this.child = spawn(process.execPath, [...args], { cwd, env })
		this.child.stderr.resume()
		this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
			this.#buffer += text
			const lines = this.#buffer.split('\n')
			this.#buffer = lines.pop() ?? ''
			for (const line of lines) {
				const { id } = JSON.parse(line) as { id?: number }
				if (id !== undefined) this.#waiting.get(id)?.()
			}
		})
	}

	ask(method: string, params: unknown = {}): Promise<void> {
		const id = ++this.#next
		const answered = new Promise<void>((resolve) => this.#waiting.set(id, resolve))
		this.#send({ jsonrpc: '2.0', id, method, params })
		return answered
	}

	/** Until the client knows the tools. */
	async open(): Promise<void> {
		const clientInfo = { name: 'bench', version: '1' }
		await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
		this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
		await this.ask('tools/list')
	}

	async end(): Promise<void> {
		const ended = once(this.child, 'close')
		this.child.kill('SIGKILL')
		await ended
	}

	#send(message: unknown): void {
		this.child.stdin.write(`${JSON.stringify(message)}\n`)
	}
}

/** Megabytes; NaN where the system has no /proc. */
async function residentMb(pid: number | undefined): Promise<number> {
	const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
	return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) / 1_000
}

async function starts(command: Command, count: number): Promise<number[]> {
	const times: number[] = []
	for (let n = 0; n < count; n++) {
		const began = performance.now()
		const client = new RawClient(command)
		await client.open()
		times.push(performance.now() - began)
		await client.end()
	}
	return times
}

async function calls(client: RawClient, count: number): Promise<number[]> {
	const times: number[] = []
	for (let n = 0; n < count; n++) {
		const began = performance.now()
		await client.ask('tools/call', LOOK)
		times.push((performance.now() - began) * 1_000)
	}
	return times
}

export async function mcp(quick: boolean): Promise<Section> {
	const built = join(ROOT, 'relay-cli', 'dist', 'fairlead.mjs')
	if (!existsSync(built)) throw new Error('The relay is not built: npm run build.')
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-bench-mcp-'))
	const project = makeUnityProject(dir, 'Game')
	const env = { ...process.env, FAIRLEAD_HOME: join(dir, 'home') }
	const relay = await RelayProcess.start(env.FAIRLEAD_HOME, ['--quiet'], {}, built)
	const editor = new FakeEditor({
		projectPath: project,
		execute: () => ({ status: 'ok', result: STATE }),
	})
	await editor.connect(relay.file)
	const unity = new WebSocketServer({ port: 0, host: '127.0.0.1' })
	unity.on('connection', (socket) =>
		socket.on('message', (data) => {
			const { id } = JSON.parse(String(data)) as { id: string }
			socket.send(JSON.stringify({ id, result: STATE }))
		}),
	)
	await once(unity, 'listening')
	const { port } = unity.address() as { port: number }
	const ours: Command = { args: [built, 'mcp'], cwd: project, env }
	const file = join(ROOT, 'bench', 'processes', 'plain-mcp.ts')
	const plain: Command = { args: [file, `ws://127.0.0.1:${port}`], cwd: ROOT, env }
	const nothing: Command = {
		args: [
			'-e',
			'process.stdin.on("data",d=>{for(const l of String(d).split("\\n"))if(l){const{id}=JSON.parse(l);if(id)console.log(JSON.stringify({id}))}})',
		],
		...{ cwd: ROOT, env },
	}
	try {
		const [rounds, perRound] = quick ? [3, 300] : [7, 1_500]
		const measured = { ours: empty(), plain: empty(), nothing: empty() }
		const commands = { ours, plain, nothing }
		// In turns, so that a busy moment of the machine meets all.
		for (let round = 0; round < rounds; round++)
			for (const name of ['ours', 'plain', 'nothing'] as const) {
				const into = measured[name]
				into.starts.push(...(await starts(commands[name], 2)))
				const client = new RawClient(commands[name])
				await client.open()
				await calls(client, 100)
				into.calls.push(...(await calls(client, perRound)))
				into.memory.push(await residentMb(client.child.pid))
				await client.end()
			}
		return section(measured)
	} finally {
		await editor.disconnect()
		unity.close()
		await relay.kill()
		await rm(dir, { recursive: true, force: true })
	}
}

interface Measured {
	readonly starts: number[]
	readonly calls: number[]
	readonly memory: number[]
}
const empty = (): Measured => ({ starts: [], calls: [], memory: [] })

function section({
	ours,
	plain,
	nothing,
}: Record<'ours' | 'plain' | 'nothing', Measured>): Section {
	const timed = (what: string, times: number[], unit: string, more: Partial<Row> = {}): Row => {
		const { p50, p99, count } = spread(times)
		return { what, value: Math.round(p50), p99: Math.round(p99), unit, note: `n=${count}`, ...more }
	}
	const memory = (what: string, { memory }: Measured, more: Partial<Row> = {}): Row => ({
		what,
		value: Math.round(median(memory)),
		unit: 'MB',
		...more,
	})
	const start = median(ours.starts)
	const resident = median(ours.memory)
	return {
		title: 'MCP over stdio',
		rows: [
			timed('a cheap call: Fairlead', ours.calls, 'µs', {
				aim: 'ahead of the plain relay',
				met: median(ours.calls) < median(plain.calls),
			}),
			timed("a cheap call: a plain relay of mcp-unity's design", plain.calls, 'µs'),
			timed('a cheap call: a script that answers at once', nothing.calls, 'µs'),
			timed('start until tools/list: Fairlead', ours.starts, 'ms', {
				aim: `≤ ${AIM_START_MS} ms, and ahead`,
				met: start <= AIM_START_MS && start < median(plain.starts),
			}),
			timed('start until tools/list: the plain relay', plain.starts, 'ms'),
			timed('start until the second answer: that script', nothing.starts, 'ms'),
			memory('resident memory after the calls: Fairlead', ours, {
				aim: `≤ ${AIM_MEMORY_MB} MB, and ahead`,
				met: resident <= AIM_MEMORY_MB && resident < median(plain.memory),
			}),
			memory('resident memory: the plain relay', plain),
			memory('resident memory: that script', nothing),
		],
	}
}

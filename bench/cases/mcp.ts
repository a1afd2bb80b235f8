/**
 * MCP over stdio: a cheap call, the start, and memory; beside a plain relay of mcp-unity's design. All have the same
 * bare editor, each in a process of its own.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { readRelayFile } from '../../relay-cli/src/home/home.ts'
import { RelayProcess } from '../../relay-cli/test/kit/relay-process.ts'
import { makeUnityProject, until } from '../../relay-cli/test/kit/support.ts'
import { ROOT } from '../../scripts/paths.ts'
import type { Row, Section } from '../report.ts'
import { median, spread } from '../stats.ts'

const AIM_START_MS = 150
const AIM_MEMORY_MB = 60
const PROCESSES = join(ROOT, 'bench', 'processes')
const LOOK = { name: 'unity_query', arguments: { action: 'editor_state' } }

interface Command {
	readonly args: readonly string[]
	readonly cwd: string
	readonly env: NodeJS.ProcessEnv
}

/** A program that is compared. */
interface Side {
	/** How its client's process is started for its next connection. */
	command(): Command
	/** Connects an editor to the client that has just been opened, before the calls. */
	ready?(client: RawClient, command: Command): Promise<ChildProcess>
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

	/** Connects; resolves when the client knows the tools. */
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

/** Starts one of {@link PROCESSES}; resolves with the first line that it prints. */
async function helper(file: string, args: readonly string[]): Promise<[ChildProcess, string]> {
	const child = spawn(process.execPath, [join(PROCESSES, file), ...args], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const [line] = await once(child.stdout, 'data')
	return [child, String(line).trim()]
}

/** Builds the plain relay into one file, the form in which it is published. */
async function bundlePlain(outDir: string): Promise<string> {
	await build({
		configFile: false,
		logLevel: 'warn',
		root: ROOT,
		ssr: { noExternal: true },
		build: {
			ssr: true,
			target: 'node22',
			outDir,
			minify: false,
			emptyOutDir: true,
			rolldownOptions: {
				input: join(PROCESSES, 'plain-mcp.ts'),
				external: [...builtinModules, /^node:/, 'bufferutil', 'utf-8-validate'],
				output: { entryFileNames: '[name].mjs' },
			},
		},
	})
	return join(outDir, 'plain-mcp.mjs')
}

const NAMES = ['relay', 'alone', 'plain', 'bare', 'nothing'] as const
type Name = (typeof NAMES)[number]

export async function mcp(quick: boolean): Promise<Section> {
	const built = join(ROOT, 'relay-cli', 'dist', 'fairlead.mjs')
	if (!existsSync(built)) throw new Error('The relay is not built: npm run build.')
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-mcp-'))
	const project = makeUnityProject(dir, 'Game')
	const env = { ...process.env, FAIRLEAD_HOME: join(dir, 'home') }
	const relay = await RelayProcess.start(env.FAIRLEAD_HOME, ['--quiet'], {}, built)
	const children: ChildProcess[] = []
	try {
		const { port, token } = relay.file
		const [editor, plainPort] = await helper('bare-editor.ts', [String(port), token, project])
		children.push(editor)
		const address = `ws://127.0.0.1:${plainPort}`
		const path =
			process.platform === 'win32'
				? String.raw`\\.\pipe\fairlead-bench-${process.pid}`
				: join(dir, 'bare.sock')
		const [bareRelay] = await helper('bare-relay.ts', [path, address])
		children.push(bareRelay)
		const plainFile = await bundlePlain(join(dir, 'plain'))
		let homes = 0
		const fixed = (args: readonly string[], cwd = ROOT): Side => ({
			command: () => ({ args, cwd, env }),
		})
		const sides: Record<Name, Side> = {
			relay: fixed([built, 'mcp'], project),
			alone: {
				command: () => ({
					args: [built, 'mcp'],
					cwd: project,
					env: { ...env, FAIRLEAD_HOME: join(dir, `home${++homes}`) },
				}),
				async ready(client, { env }) {
					const file = await until('relay.json', async () => {
						const found = await readRelayFile(env['FAIRLEAD_HOME'])
						return found?.pid === client.child.pid ? found : null
					})
					const args = [String(file.port), file.token, project]
					return (await helper('bare-editor.ts', args))[0]
				},
			},
			plain: fixed([plainFile, address]),
			bare: fixed([join(PROCESSES, 'bare-pipe.ts'), path]),
			nothing: fixed([
				'-e',
				'process.stdin.on("data",d=>{for(const l of String(d).split("\\n"))if(l){const{id}=JSON.parse(l);if(id)console.log(JSON.stringify({id}))}})',
			]),
		}
		const [rounds, perRound] = quick ? [3, 300] : [7, 1_500]
		const measured = Object.fromEntries(NAMES.map((name) => [name, empty()])) as Results
		// Measured in turns, so that a busy moment of the machine meets all.
		for (let round = 0; round < rounds; round++)
			for (const name of NAMES) {
				const [side, into] = [sides[name], measured[name]]
				for (let n = 0; n < 2; n++) into.starts.push(...(await starts(side.command(), 1)))
				const command = side.command()
				const client = new RawClient(command)
				await client.open()
				const own = await side.ready?.(client, command)
				await calls(client, 100)
				into.calls.push(...(await calls(client, perRound)))
				into.memory.push(await residentMb(client.child.pid))
				await client.end()
				own?.kill('SIGKILL')
			}
		return section(measured, await residentMb(relay.file.pid))
	} finally {
		for (const child of children) child.kill('SIGKILL')
		await relay.kill()
		await rm(dir, { recursive: true, force: true })
	}
}

interface Measured {
	readonly starts: number[]
	readonly calls: number[]
	readonly memory: number[]
}
type Results = Record<Name, Measured>
const empty = (): Measured => ({ starts: [], calls: [], memory: [] })

function section({ relay, alone, plain, bare, nothing }: Results, relayMb: number): Section {
	const timed = (what: string, times: number[], unit: string, more: Partial<Row> = {}): Row => {
		const { p50, p99, count } = spread(times)
		return { what, value: Math.round(p50), p99: Math.round(p99), unit, note: `n=${count}`, ...more }
	}
	const memory = (what: string, mb: number, more: Partial<Row> = {}): Row => ({
		what,
		value: Math.round(mb),
		unit: 'MB',
		...more,
	})
	const calls = (what: string, { calls }: Measured, more: Partial<Row> = {}): Row =>
		timed(`a cheap call: ${what}`, calls, 'µs', more)
	const starts = (what: string, { starts }: Measured, more: Partial<Row> = {}): Row =>
		timed(`start until tools/list: ${what}`, starts, 'ms', more)
	const ahead = (mine: readonly number[], theirs: readonly number[]): Partial<Row> => ({
		aim: 'ahead of the plain relay',
		met: median(mine) < median(theirs),
	})
	const quick = (one: Measured): Partial<Row> => ({
		aim: `≤ ${AIM_START_MS} ms, and ahead`,
		met: median(one.starts) <= AIM_START_MS && median(one.starts) < median(plain.starts),
	})
	const small = (one: Measured): Partial<Row> => ({
		aim: `≤ ${AIM_MEMORY_MB} MB, and ahead`,
		met: median(one.memory) <= AIM_MEMORY_MB && median(one.memory) < median(plain.memory),
	})
	return {
		title: 'MCP over stdio',
		rows: [
			calls('Fairlead without a running relay', alone, ahead(alone.calls, plain.calls)),
			calls("a plain relay of mcp-unity's design", plain),
			calls('Fairlead through a running relay', relay, ahead(relay.calls, plain.calls)),
			calls('the same processes with nothing in them', bare),
			calls('a script that answers at once', nothing),
			starts('Fairlead through a running relay', relay, quick(relay)),
			starts('Fairlead without a running relay', alone, quick(alone)),
			starts('the plain relay', plain),
			timed('start until the second answer: that script', nothing.starts, 'ms'),
			memory(
				'resident memory: Fairlead through a running relay',
				median(relay.memory),
				small(relay),
			),
			memory(
				'resident memory: Fairlead without a running relay',
				median(alone.memory),
				small(alone),
			),
			memory('resident memory: the plain relay', median(plain.memory)),
			memory('resident memory: that script', median(nothing.memory)),
			memory('resident memory: the running relay, which all clients share', relayMb),
		],
	}
}

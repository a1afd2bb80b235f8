/**
 * A session that behaves as Claude Code's do, as far as others see it: it writes transcripts and its registry of sessions,
 * and runs the hooks of its settings. One for each process.
 *
 * Environment: CLAUDE_CONFIG_DIR; MOCK_CLAUDE_STARTS, a file that gets a {@link MockStart} as a line. Arguments:
 * `--session-id <id>` or `--resume <id>`, `--permission-mode <mode>`, and for a member of a team `--team-name` and
 * `--agent-name`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Content, type MockUsage, Records } from './records.ts'

export type MockStep =
	| { readonly do: 'prompt'; readonly text: string }
	| { readonly do: 'text'; readonly text: string; readonly usage?: MockUsage }
	| { readonly do: 'tool'; readonly id: string; readonly name: string; readonly input?: Content }
	| {
			readonly do: 'result'
			readonly id: string
			readonly text?: string
			readonly failed?: boolean
	  }
	/** A tool that ends as soon as it has begun: both records come at once. */
	| { readonly do: 'call'; readonly id: string; readonly name: string; readonly input?: Content }
	/** A tool that asks for a permission first. */
	| {
			readonly do: 'permission'
			readonly id: string
			readonly name: string
			readonly input: Content
	  }
	/** Waits until the hooks of this permission have ended by themselves. Its prompt stays if they said nothing. */
	| { readonly do: 'hooks-end'; readonly id: string }
	| { readonly do: 'turn-end' }
	/** A person pressed Escape. */
	| { readonly do: 'interrupt' }
	/** Starts a sub-agent in the background, or not, and writes its first records. */
	| {
			readonly do: 'agent'
			readonly id: string
			readonly agentId: string
			readonly description: string
			readonly isAsync?: boolean
	  }
	| { readonly do: 'agent-permission'; readonly agentId: string; readonly command: string }
	| { readonly do: 'agent-end'; readonly id: string; readonly agentId: string }
	/** A team of which it is the lead has a new member, which runs as a process of its own. */
	| { readonly do: 'member'; readonly id: string; readonly team: string; readonly name: string }
	| { readonly do: 'notification'; readonly type: string; readonly message: string }
	| { readonly do: 'clear' }
	/** `/resume`: a person chose an earlier session of this folder. */
	| { readonly do: 'resume'; readonly sessionId: string }
	/** A line as it is, in so many parts. */
	| { readonly do: 'raw'; readonly text: string; readonly parts?: number }
	| { readonly do: 'exit' }

export interface MockStart {
	readonly args: readonly string[]
	readonly cwd: string
}

const claude = process.env['CLAUDE_CONFIG_DIR'] ?? ''
const cwd = process.cwd()
const projects = join(claude, 'projects', cwd.replace(/[^a-zA-Z0-9-]/g, '-'))
/** A sign of a version without the registry. */
const hasRegistry = process.env['MOCK_CLAUDE_REGISTRY'] !== '0'
const registryFile = join(claude, 'sessions', `${process.pid}.json`)

const argument = (name: string): string | undefined => {
	const at = process.argv.indexOf(name)
	return at === -1 ? undefined : process.argv[at + 1]
}

let sessionId =
	process.env['MOCK_CLAUDE_SESSION'] ??
	argument('--session-id') ??
	argument('--resume') ??
	randomUUID()
let records = newRecords()
/** Records that wait for the file, which comes with the first prompt. */
let unwritten: string[] = modeRecords()
let subs = new Map<string, { records: Records; path: string }>()

function newRecords(): Records {
	const [team, member] = [argument('--team-name'), argument('--agent-name')]
	const of = team === undefined ? {} : { team: { name: team, ...(member && { member }) } }
	return new Records({ sessionId, cwd, now: Date.now, ...of })
}
function modeRecords(): string[] {
	const mode = argument('--permission-mode')
	return mode === undefined ? [] : [records.meta('permission-mode', { permissionMode: mode })]
}
const transcript = (): string => join(projects, `${sessionId}.jsonl`)

function append(path: string, ...lines: readonly string[]): void {
	mkdirSync(dirname(path), { recursive: true })
	appendFileSync(path, lines.map((line) => `${line}\n`).join(''))
}

function write(...lines: readonly string[]): void {
	append(transcript(), ...unwritten, ...lines)
	unwritten = []
}

function register(status: 'busy' | 'idle' | 'waiting', waitingFor?: string): void {
	if (!hasRegistry) return
	mkdirSync(dirname(registryFile), { recursive: true })
	const entry = { pid: process.pid, sessionId, cwd, startedAt: Date.now(), version: '2.1.222' }
	writeFileSync(
		registryFile,
		JSON.stringify({ ...entry, status, waitingFor, updatedAt: Date.now() }),
	)
}

/** Hooks of permissions that have not been answered, by the tool's id. */
const asking = new Map<string, Set<ChildProcess>>()
/** Promises that resolve when the asked programs have ended, or were ended. */
const asked = new Map<string, Promise<void>>()

/** Asks hooks beside its own prompt: the first answer counts, from a hook or, as the step `result`, from the terminal. */
async function ask(id: string, more: Content, answered: (decision: Decision) => void) {
	const children = new Set<ChildProcess>()
	asking.set(id, children)
	const printed = await hook('PermissionRequest', more, children)
	if (!asking.delete(id)) return
	for (const text of printed) {
		const { hookSpecificOutput: said } = JSON.parse(text) as { hookSpecificOutput: Said }
		if (said.hookEventName === 'PermissionRequest') answered(said.decision)
	}
}
interface Decision {
	readonly behavior: 'allow' | 'deny'
	readonly message?: string
}
interface Said {
	readonly hookEventName: string
	readonly decision: Decision
}

/** Runs the configured commands with the event on their stdin, as the real one does. */
async function hook(
	name: string,
	more: Content = {},
	children?: Set<ChildProcess>,
): Promise<string[]> {
	let settings: { hooks?: Record<string, { hooks?: { command?: string; async?: boolean }[] }[]> }
	try {
		settings = JSON.parse(readFileSync(join(claude, 'settings.json'), 'utf8'))
	} catch {
		return []
	}
	const answers: string[] = []
	const input = JSON.stringify({
		session_id: sessionId,
		transcript_path: transcript(),
		cwd,
		permission_mode: argument('--permission-mode') ?? 'default',
		hook_event_name: name,
		...more,
	})
	const commands = (settings.hooks?.[name] ?? []).flatMap(({ hooks = [] }) => hooks)
	const runs = commands.map(({ command = '' }) => {
		// So that ending the child ends the command, not its shell only.
		const line = process.platform === 'win32' ? command : `exec ${command}`
		const child = spawn(line, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
		children?.add(child)
		child.stdin?.on('error', () => undefined)
		child.stdin?.end(input)
		let printed = ''
		child.stdout?.on('data', (chunk) => {
			printed += chunk
		})
		return new Promise<void>((resolve) =>
			child.on('close', (code) => {
				if (code === 0 && children && printed !== '') answers.push(printed)
				else if ((code !== 0 && !child.killed) || printed !== '')
					process.stdout.write(`${JSON.stringify({ hook: name, code, printed })}\n`)
				resolve()
			}),
		)
	})
	await Promise.all(runs)
	return answers
}

/** The process continues with another session. */
async function changeSession(by: 'clear' | 'resume', next: string): Promise<void> {
	await hook('SessionEnd', { reason: by })
	sessionId = next
	records = newRecords()
	subs = new Map()
	unwritten = []
	register('idle')
	await hook('SessionStart', { source: by })
}

export async function step(one: MockStep): Promise<void> {
	switch (one.do) {
		case 'prompt':
			register('busy')
			write(records.prompt(one.text))
			return
		case 'text':
			write(records.text(one.text, one.usage))
			return
		case 'tool':
			write(records.tool(one.id, one.name, one.input))
			return
		case 'call':
			write(records.tool(one.id, one.name, one.input), records.result(one.id))
			return
		case 'result':
			for (const child of asking.get(one.id) ?? []) child.kill()
			asking.delete(one.id)
			register('busy')
			write(records.result(one.id, one.text ?? 'ok', {}, one.failed ?? false))
			return
		case 'permission':
			write(records.tool(one.id, one.name, one.input))
			register('waiting', `approve ${one.name}`)
			asked.set(
				one.id,
				ask(one.id, { tool_name: one.name, tool_input: one.input }, (decision) => {
					register('busy')
					const denied = decision.behavior === 'deny'
					write(records.result(one.id, decision.message ?? 'ok', {}, denied))
				}),
			)
			return
		case 'hooks-end':
			await asked.get(one.id)
			return
		case 'turn-end':
			write(records.turnEnd())
			register('idle')
			await hook('Stop', { stop_hook_active: false })
			return
		case 'interrupt':
			write(records.interrupted())
			register('idle')
			return
		case 'agent': {
			const { id, agentId, description, isAsync = false } = one
			const input = { description, prompt: description, subagent_type: 'Explore' }
			write(records.tool(id, 'Agent', input))
			if (isAsync) write(records.agentResult(id, agentId, 'async_launched'))
			const path = join(projects, sessionId, 'subagents', `agent-${agentId}.jsonl`)
			const sub = { path, records: new Records({ sessionId, cwd, now: Date.now, agentId }) }
			subs.set(agentId, sub)
			append(path, sub.records.prompt(description), sub.records.tool(`${agentId}-1`, 'Grep', {}))
			const meta = { agentType: 'Explore', description, spawnDepth: 1 }
			writeFileSync(path.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta))
			return
		}
		case 'agent-permission': {
			const sub = subs.get(one.agentId)
			const input = { command: one.command }
			if (sub) append(sub.path, sub.records.tool(`${one.agentId}-2`, 'Bash', input))
			const who = { agent_id: one.agentId, agent_type: 'Explore' }
			void ask(one.agentId, { tool_name: 'Bash', tool_input: input, ...who }, (decision) => {
				const denied = decision.behavior === 'deny'
				const result = sub?.records.result(`${one.agentId}-2`, decision.message ?? 'ok', {}, denied)
				if (sub && result) append(sub.path, result)
			})
			return
		}
		case 'agent-end': {
			const sub = subs.get(one.agentId)
			if (sub) append(sub.path, sub.records.text('Found it.'))
			write(records.agentResult(one.id, one.agentId, 'completed'))
			await hook('SubagentStop', { agent_id: one.agentId, agent_type: 'Explore' })
			return
		}
		case 'member': {
			const input = { description: one.name, prompt: 'Help', name: one.name, team_name: one.team }
			const said = `Spawned successfully.\nagent_id: ${one.name}@${one.team}\nname: ${one.name}\nteam_name: ${one.team}`
			write(records.tool(one.id, 'Agent', input), records.result(one.id, said))
			return
		}
		case 'notification':
			await hook('Notification', { notification_type: one.type, message: one.message })
			return
		case 'clear':
			await changeSession('clear', randomUUID())
			unwritten = [records.clear()]
			return
		case 'resume':
			await changeSession('resume', one.sessionId)
			return
		case 'raw': {
			const bytes = Buffer.from(`${one.text}\n`)
			const size = Math.ceil(bytes.length / (one.parts ?? 1))
			mkdirSync(projects, { recursive: true })
			for (let at = 0; at < bytes.length; at += size)
				appendFileSync(transcript(), bytes.subarray(at, at + size))
			return
		}
		case 'exit':
			await hook('SessionEnd', { reason: 'prompt_input_exit' })
			rmSync(registryFile, { force: true })
			process.exit(0)
			break
		default:
			one satisfies never
	}
}

export const currentSession = (): string => sessionId

export async function begin(): Promise<void> {
	const starts = process.env['MOCK_CLAUDE_STARTS']
	const start: MockStart = { args: process.argv.slice(2), cwd }
	if (starts !== undefined) appendFileSync(starts, `${JSON.stringify(start)}\n`)
	register('idle')
	await hook('SessionStart', { source: argument('--resume') === undefined ? 'startup' : 'resume' })
}

/**
 * A permission that a coding agent asks for: from the start of its hook, a process of its own, through the relay and the
 * room to two pages and a push service. Each page reads what it is told of, as ours does.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import { FEED_LINK } from '@fairlead/protocol/wire/feed-link'
import { changeSettings } from '../../../relay-cli/src/home/settings.ts'
import { until } from '../../../relay-cli/test/kit/support.ts'
import { RunningClaude } from '../../../relay-cli/test/mock-claude/running-claude.ts'
import { buildRelay } from '../../../scripts/builds/relay.ts'
import { RELAY_DIST } from '../../../scripts/paths.ts'
import { type Stack, startStack } from '../../../scripts/stack/stack.ts'
import { asOwner } from '../../../test/e2e/stack-kit.ts'
import { startPushService } from '../../../test/fakes/push-service.ts'
import { AgentViewer } from '../../agent-viewer.ts'
import { type Section, timesRow } from '../../report.ts'
import { open } from '../../sockets.ts'
import { spread } from '../../stats.ts'

const QUESTIONS = 50
const WARM_UP = 3
const AIM_MS = 1_000

interface Question {
	readonly conversationId: string
	readonly approvalId: string
}

/** An open page of the owner: it is told that something waits, and reads what. */
class Page {
	readonly #stack: Stack
	readonly #close: () => void
	#told: () => void = () => undefined

	private constructor(stack: Stack, close: () => void) {
		this.#stack = stack
		this.#close = close
	}

	static async open(stack: Stack): Promise<Page> {
		const url = `${stack.origin.replace('http', 'ws')}/api/feed`
		const headers = { cookie: stack.owner.cookie, origin: stack.origin }
		const socket = await open(url, { headers, protocol: FEED_LINK.subprotocol })
		const page = new Page(stack, () => socket.terminate())
		socket.on('message', () => page.#told())
		return page
	}

	/** Waits until the page shows the question with this command, whole. */
	async has(command: string): Promise<Question> {
		for (;;) {
			const hint = this.#hint()
			const waiting = await this.#waiting()
			for (const conversationId of waiting) {
				const stream = await asOwner(
					this.#stack,
					'GET',
					`/api/conversations/${conversationId}/stream`,
				)
				const frames = await stream.text()
				const [, approvalId] = /"tool-approval-request","approvalId":"([^"]+)"/.exec(frames) ?? []
				if (approvalId !== undefined && frames.includes(command))
					return { conversationId, approvalId }
			}
			await hint
		}
	}

	async hasNothing(): Promise<void> {
		for (;;) {
			const hint = this.#hint()
			if ((await this.#waiting()).length === 0) return
			await hint
		}
	}

	close(): void {
		this.#close()
	}

	#hint(): Promise<void> {
		return new Promise((resolve) => {
			this.#told = resolve
		})
	}

	async #waiting(): Promise<string[]> {
		const { conversations } = NeedsYou.parse(
			await (await asOwner(this.#stack, 'GET', '/api/needs-you')).json(),
		)
		return conversations.map(({ conversationId }) => conversationId)
	}
}

/** The hook as Claude Code runs it. Resolves with what it printed. */
function runHook(home: string, sessionId: string, command: string): Promise<string> {
	const args = [RELAY_DIST, 'agents', 'hook', '--home', home]
	const hook = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
	let printed = ''
	hook.stdout.on('data', (chunk) => {
		printed += chunk
	})
	hook.stdin.end(
		JSON.stringify({
			hook_event_name: 'PermissionRequest',
			session_id: sessionId,
			tool_name: 'Bash',
			tool_input: { command },
		}),
	)
	return new Promise((resolve) => hook.on('close', () => resolve(printed)))
}

async function questions(
	stack: Stack,
	sessionId: string,
	count: number,
): Promise<{ pages: number[]; pushes: number[] }> {
	let arrived: () => void = () => undefined
	const service = await startPushService(() => arrived())
	await asOwner(stack, 'GET', '/api/push')
	await asOwner(stack, 'PUT', '/api/push', { endpoint: service.endpoint })
	const pages = [await Page.open(stack), await Page.open(stack)]
	const times = { pages: [] as number[], pushes: [] as number[] }
	try {
		for (let n = 0; n < count + WARM_UP; n++) {
			const command = `npm test -- question-${n}`
			const began = performance.now()
			const since = (): number => performance.now() - began
			const pushed = new Promise<number>((resolve) => {
				arrived = () => resolve(since())
			})
			const shown = pages.map(async (page) => ({ asked: await page.has(command), ms: since() }))
			const printed = runHook(stack.home, sessionId, command)
			const seen = await Promise.all(shown)
			const push = await pushed
			const [first] = seen
			if (!first) throw new Error('no page')
			const { conversationId, approvalId } = first.asked
			const answer = { approved: false, scope: 'once' }
			const path = `/api/conversations/${conversationId}/approvals/${approvalId}`
			await asOwner(stack, 'POST', path, answer)
			if (!(await printed).includes('deny')) throw new Error('The hook has not got the answer.')
			await Promise.all(pages.map((page) => page.hasNothing()))
			if (n < WARM_UP) continue
			times.pages.push(...seen.map(({ ms }) => ms))
			times.pushes.push(push)
		}
		return times
	} finally {
		for (const page of pages) page.close()
		service.close()
	}
}

const within = (times: readonly number[]) => ({
	aim: `≤ ${AIM_MS}`,
	met: spread(times).p99 <= AIM_MS,
})

/** How long the program of the hook takes if it has nothing to tell. */
async function bareHook(count: number): Promise<number[]> {
	const times: number[] = []
	for (let n = 0; n < count; n++) {
		const began = performance.now()
		await runHook(join(tmpdir(), 'fairlead-no-home'), '', '')
		times.push(performance.now() - began)
	}
	return times
}

export async function permissions(quick: boolean, say: (text: string) => void): Promise<Section[]> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-bench-permissions-'))
	const claude = join(dir, 'claude')
	await mkdir(claude)
	const count = quick ? 10 : QUESTIONS
	try {
		// The hook runs the built relay, as an installed one does.
		await buildRelay()
		const env = { ...process.env, CLAUDE_CONFIG_DIR: claude, RATE_LIMITS: 'off' }
		const stack = await startStack({ port: 0, dir, editor: 'none', env, onStep: say })
		const folder = await realpath(stack.projectFolder)
		const agent = await RunningClaude.start(folder, claude)
		try {
			await changeSettings(stack.home, { agentFolders: [folder], agentAnswers: [folder] })
			await agent.do({ do: 'prompt', text: 'A session of the bench' })
			const viewer = await AgentViewer.join(stack)
			await until('the card', async () => (await viewer.list()).cards.length > 0)
			viewer.close()
			const { pages, pushes } = await questions(stack, agent.sessionId, count)
			return [
				{
					title: `${count} permissions of a coding agent, from the start of its hook`,
					rows: [
						timesRow('to the question on each of two pages', 'ms', pages, within(pages)),
						timesRow('to the push service', 'ms', pushes, within(pushes)),
						timesRow("the hook's program alone, where no relay runs", 'ms', await bareHook(count)),
					],
				},
			]
		} finally {
			await agent.kill()
			await stack.stop()
		}
	} finally {
		await rm(dir, { recursive: true, force: true })
	}
}

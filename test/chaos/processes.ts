/** Real processes, killed by signal at random moments of a run; the editor's scene is counted. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { NO_MODEL_KEYS } from '../../scripts/stack/worker-vars.ts'
import { ChatClient, type Message, toolParts } from '../e2e/chat-client.ts'
import { Random } from './kit/random.ts'

const MAX_JOINS = 10
const JOIN_AGAIN_MS = 500
const READY_MS = 60_000
/** The main job takes about this long; the kill falls somewhere inside. */
const JOB_MS = 900
const MAX_DOWN_MS = 1_500
const RUN_LIMIT_MS = 120_000

/** A revert takes about this long. */
const REVERT_MS = 300
const RETRY_MS = 200

type Victim = 'worker' | 'relay' | 'editor'
/** The activity during which the process is killed. */
type Scene = 'run' | 'message' | 'revert'

/** @returns the exit code: 0 when no run violated a promise. */
export async function killProcesses(runs: number, first: number): Promise<number> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-chaos-'))
	const stack = await startStack({
		port: 0,
		dir,
		env: { ...process.env, ...NO_MODEL_KEYS, RATE_LIMITS: 'off' },
	})
	const kills: Record<Victim, number> = { worker: 0, relay: 0, editor: 0 }
	const scenes: Record<Scene, number> = { run: 0, message: 0, revert: 0 }
	let violated = 0
	try {
		;(await ready(stack)).close()
		for (let seed = first; seed < first + runs; seed++) {
			const random = new Random(seed)
			const victim = random.pick(['worker', 'relay', 'editor'] as const)
			const scene = random.pick(['run', 'message', 'revert'] as const)
			kills[victim]++
			scenes[scene]++
			const run: Killing = { stack, name: `Chaos${seed}`, victim, random }
			const found = await SCENES[scene](run)
			if (found.length > 0) violated++
			console.log(`seed ${seed}: ${scene}, killed the ${victim}: ${found.join('; ') || 'ok'}`)
		}
	} finally {
		await stack.stop()
		await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
	}
	const what = `${JSON.stringify(scenes)}, kills ${JSON.stringify(kills)}`
	console.log(`${runs} runs ${what}: ${violated} violated`)
	return violated > 0 ? 1 : 0
}

/** A viewer of the room once an editor is there; its socket may end with a killed process. */
async function ready(stack: Stack): Promise<RoomViewer> {
	for (let attempt = 1; ; attempt++) {
		try {
			const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
			await viewer.until((s) => s.editors.some((editor) => editor.phase === 'ready'), READY_MS)
			return viewer
		} catch (error) {
			if (attempt >= MAX_JOINS) throw error
			await pause(JOIN_AGAIN_MS)
		}
	}
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Killing {
	readonly stack: Stack
	/** Name of the objects that it creates; no others have it. */
	readonly name: string
	readonly victim: Victim
	readonly random: Random
}

const SCENES: Record<Scene, (run: Killing) => Promise<string[]>> = {
	async run(run) {
		const chat = await ChatClient.open(run.stack)
		const posted = await chat.post(jobOf(run))
		const killed = kill(run, JOB_MS)
		const message = await ended(chat, posted)
		await killed
		return message ? checked(run, chat, message, [message]) : ['stuck']
	},

	/** A message is sent in between: it must enter once, or be answered afterwards. */
	async message(run) {
		const chat = await ChatClient.open(run.stack)
		const posted = await chat.post(jobOf(run))
		const killed = kill(run, JOB_MS)
		await pause(run.random.next() * JOB_MS)
		const id = crypto.randomUUID()
		await insist(() => chat.post(`create a sphere named ${run.name}`, id))
		const message = await ended(chat, posted)
		await killed
		if (!message) return ['stuck']
		const all = await quiet(chat)
		if (!all) return ['stuck with a message that waits']
		const entered = all.filter((one) => one.id === id).length
		const within = all
			.flatMap(({ parts }) => parts as unknown as { type: string; id?: string }[])
			.filter((part) => part.type === 'steering-message' && part.id === id).length
		const times = entered + within
		return [
			...(times === 1 ? [] : [`the message in between entered ${times} times`]),
			...(await checked(run, chat, message, all)),
		]
	},

	/** The created objects are reverted and restored, each completely. */
	async revert(run) {
		const { stack, name, victim } = run
		const chat = await ChatClient.open(stack)
		const message = await ended(chat, await chat.post(jobOf(run)))
		if (!message) return ['stuck']
		const made = await countOf(stack, name)
		const killed = kill(run, REVERT_MS)
		const requestId = crypto.randomUUID()
		const revertId = await insist(() => chat.beginRevert(message.id, { requestId }))
		const part = await chat.reverted(revertId)
		await killed
		const left = await countOf(stack, name)
		const scene = part.items.find(({ key }) => key === 'scene')
		if (victim === 'editor') return left > made ? [`${left} objects of ${made}`] : []
		if (scene?.state !== 'reverted') return [`the scene is ${JSON.stringify(scene)}`]
		if (left !== 0) return [`${left} objects are left`]
		const again = await insist(() => chat.beginRevert(message.id, { revertId }))
		await chat.reverted(again)
		const back = await countOf(stack, name)
		return back === made ? [] : [`${back} objects came back, of ${made}`]
	},
}

const jobOf = ({ name }: Killing): string =>
	`create three cubes named ${name} in a row and then take a screenshot`

/** Returns null if it does not end in time. */
async function ended(chat: ChatClient, posted: Response): Promise<Message | null> {
	const late = new Promise<null>((resolve) => setTimeout(resolve, RUN_LIMIT_MS, null).unref())
	const followed = await Promise.race([chat.follow(posted), late])
	return followed?.message ?? null
}

/** Like a page that retries while the Worker is away. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
	const until = Date.now() + RUN_LIMIT_MS
	for (;;) {
		try {
			const answer = await ask()
			if (!(answer instanceof Response) || answer.ok) return answer
			throw new Error(`${answer.status} ${await answer.text()}`)
		} catch (error) {
			if (Date.now() > until) throw error
			await pause(RETRY_MS)
		}
	}
}

/** The transcript once each message has its answer; null if that does not happen. */
async function quiet(chat: ChatClient): Promise<Message[] | null> {
	const until = Date.now() + RUN_LIMIT_MS
	while (Date.now() < until) {
		const { messages, activeRun, queued } = await insist(() => chat.page())
		if (activeRun === null && (queued ?? []).length === 0) return messages
		await pause(RETRY_MS)
	}
	return null
}

async function countOf(stack: Stack, name: string): Promise<number> {
	const viewer = await ready(stack)
	const outcome = await viewer.read('unity_query', { action: 'find', name })
	viewer.close()
	return outcome.status === 'ok' ? (outcome.result as { total: number }).total : -1
}

/** `message`: as read by the page; `all`: contains the calls that created something. */
async function checked(
	{ stack, name, victim }: Killing,
	chat: ChatClient,
	message: Message,
	all: readonly Message[],
): Promise<string[]> {
	const found: string[] = []
	const state = String(message.metadata?.['state'])
	if (state !== 'completed') found.push(`ended as ${state}`)
	const stored = (await chat.messages()).find(({ id }) => id === message.id)
	if (!isDeepStrictEqual(stored, message)) found.push('the page is not what is stored')
	const creations = all
		.flatMap((one) => toolParts(one, 'unity_hierarchy'))
		.filter((p) => p.input?.['action'] === 'create')
	const done = creations.filter((p) => p.state === 'output-available').length
	const made = await countOf(stack, name)
	// A killed editor loses its unsaved scene with everything it created there.
	if (made > creations.length) found.push(`${made} objects of ${creations.length} calls`)
	if (victim !== 'editor' && made < done) found.push(`${made} objects, ${done} reported`)
	return found
}

/** Kills somewhere within the next `withinMs`; restarts after a while. */
async function kill({ stack, victim, random }: Killing, withinMs: number): Promise<void> {
	await pause(random.next() * withinMs)
	const service = stack[victim]
	await service?.kill()
	await pause(random.next() * MAX_DOWN_MS)
	if (victim === 'worker') await stack.restartWorker()
	else if (victim === 'relay') await stack.restartRelay()
	else service?.start()
}

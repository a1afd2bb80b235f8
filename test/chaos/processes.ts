/** Real processes, killed by signal at random moments of a run; the editor's scene is counted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import { type Stack, startStack } from '../../scripts/stack.ts'
import { ChatClient, toolParts } from '../e2e/chat-client.ts'
import { Random } from './kit/random.ts'

const MAX_JOINS = 10
const JOIN_AGAIN_MS = 500
const READY_MS = 60_000
/** The main job takes about this long; a kill comes somewhere in it. */
const JOB_MS = 900
const MAX_DOWN_MS = 1_500
const RUN_LIMIT_MS = 120_000

type Victim = 'worker' | 'relay' | 'editor'

/** @returns the exit code: 0 when no run violated a promise. */
export async function killProcesses(runs: number, first: number): Promise<number> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-chaos-'))
	const stack = await startStack({ port: 0, dir, env: { ...process.env, ANTHROPIC_API_KEY: '' } })
	const kills: Record<Victim, number> = { worker: 0, relay: 0, editor: 0 }
	let violated = 0
	try {
		;(await ready(stack)).close()
		for (let seed = first; seed < first + runs; seed++) {
			const random = new Random(seed)
			const victim = random.pick(['worker', 'relay', 'editor'] as const)
			kills[victim]++
			const found = await oneRun(stack, seed, victim, random)
			if (found.length > 0) violated++
			console.log(`seed ${seed}: killed the ${victim}: ${found.join('; ') || 'ok'}`)
		}
	} finally {
		await stack.stop()
		await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
	}
	console.log(`${runs} runs, kills ${JSON.stringify(kills)}: ${violated} violated`)
	return violated > 0 ? 1 : 0
}

/** A viewer of the room once an editor is there; its socket may end with a process that was killed. */
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

async function oneRun(
	stack: Stack,
	seed: number,
	victim: Victim,
	random: Random,
): Promise<string[]> {
	const name = `Chaos${seed}`
	const chat = await ChatClient.open(stack)
	const posted = await chat.post(
		`create three cubes named ${name} in a row and then take a screenshot`,
	)
	const killed = kill(stack, victim, random)
	const late = new Promise<null>((resolve) => setTimeout(resolve, RUN_LIMIT_MS, null).unref())
	const followed = await Promise.race([chat.follow(posted), late])
	await killed
	if (!followed) return ['stuck']
	const { message } = followed
	const found: string[] = []
	const state = String(message.metadata?.['state'])
	if (state !== 'completed') found.push(`ended as ${state}`)
	const stored = (await chat.messages()).at(-1)
	if (!isDeepStrictEqual(stored, message)) found.push('the page is not what is stored')
	const creations = toolParts(message, 'unity_hierarchy').filter(
		(p) => p.input?.['action'] === 'create',
	)
	const done = creations.filter((p) => p.state === 'output-available').length
	const viewer = await ready(stack)
	const outcome = await viewer.read('unity_query', { action: 'find', name })
	viewer.close()
	const made = outcome.status === 'ok' ? (outcome.result as { total: number }).total : -1
	// An editor that was killed loses the scene it had not saved; what it made is gone with it.
	if (made > creations.length) found.push(`${made} objects of ${creations.length} calls`)
	if (victim !== 'editor' && made < done) found.push(`${made} objects, ${done} reported`)
	return found
}

async function kill(stack: Stack, victim: Victim, random: Random): Promise<void> {
	await pause(random.next() * JOB_MS)
	const service = stack[victim]
	await service?.kill()
	await pause(random.next() * MAX_DOWN_MS)
	if (victim === 'worker') await stack.restartWorker()
	else if (victim === 'relay') await stack.restartRelay()
	else service?.start()
}
